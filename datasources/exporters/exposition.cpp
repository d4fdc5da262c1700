// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/exporters/exposition.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace lockstep {

namespace {

constexpr std::string_view totalEnding = "_total"; // required by OpenMetrics for a counter's samples

void appendEscaped(std::string& out, std::string_view text, bool withQuotes)
{
    for (const char character : text) {
        if (character == '\\')
            out += "\\\\";
        else if (character == '\n')
            out += "\\n";
        else if (character == '"' && withQuotes)
            out += "\\\"";
        else
            out += character;
    }
}

void appendHead(std::string& out, const Exposition::Family& family, Exposition::Format format)
{
    const bool isOpen = format == Exposition::Format::OpenMetrics;
    std::string_view name = family.name;
    std::string_view type = "gauge";
    if (family.type == Exposition::Type::Counter) {
        const bool isNamedSo = name.ends_with(totalEnding);
        type = isNamedSo || !isOpen ? "counter" : "unknown";
        if (isNamedSo && isOpen)
            name.remove_suffix(totalEnding.size());
    }
    const auto line = [&out, name](std::string_view word) {
        fmt::format_to(std::back_inserter(out), "# {} {} ", word, name);
    };
    line("HELP");
    appendEscaped(out, family.help, isOpen);
    out += '\n';
    line("TYPE");
    out.append(type).append("\n");
    if (isOpen && !family.unit.empty() && name.ends_with("_" + family.unit)) {
        line("UNIT");
        out.append(family.unit).append("\n");
    }
}

} // namespace

std::size_t Exposition::family(Family family)
{
    const auto [known, isNew] = m_byName.try_emplace(family.name, m_families.size());
    if (isNew)
        m_families.push_back({std::move(family), {}});
    return known->second;
}

template <class Number>
void Exposition::append(Gathered& gathered, std::string_view labels, Number value)
{
    if (std::isnan(value))
        return;
    gathered.samples.append(gathered.family.name).append(labels).append(" ");
    if (std::isinf(value))
        gathered.samples += value > 0 ? "+Inf\n" : "-Inf\n";
    else
        fmt::format_to(std::back_inserter(gathered.samples), "{}\n", value);
}

void Exposition::add(std::size_t family, std::string_view labels, float value)
{
    append(m_families[family], labels, value);
}

void Exposition::add(std::size_t family, std::string_view labels, double value)
{
    append(m_families[family], labels, value);
}

std::string Exposition::text(Format format) const
{
    std::string page;
    for (const Gathered& gathered : m_families) {
        if (gathered.samples.empty())
            continue;
        appendHead(page, gathered.family, format);
        page += gathered.samples;
    }
    if (format == Format::OpenMetrics)
        page += "# EOF\n";
    return page;
}

std::string Exposition::labelText(const Labels& labels)
{
    std::string text;
    for (const auto& [name, value] : labels) {
        text.append(text.empty() ? "{" : ",").append(name).append("=\"");
        appendEscaped(text, value, true);
        text += '"';
    }
    return text.empty() ? text : text + '}';
}

std::string_view Exposition::contentType(Format format)
{
    return format == Format::OpenMetrics ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
                                         : "text/plain; version=0.0.4; charset=utf-8";
}

} // namespace lockstep
