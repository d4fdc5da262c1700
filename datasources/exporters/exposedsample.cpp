// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/exporters/exposedsample.h"

#include "models/core/parsenumber.h"
#include "models/core/textparts.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

namespace lockstep {

namespace {

/// Parses labels between braces, starting after the opening brace.
/// @return npos as the end if they are not closed
std::size_t readLabels(std::string_view text, std::size_t at, Labels& labels)
{
    while (at < text.size()) {
        at = text.find_first_not_of(" ,", at);
        if (at == std::string_view::npos || text[at] == '}')
            return at == std::string_view::npos ? at : at + 1;
        const std::size_t equals = text.find('=', at);
        if (equals == std::string_view::npos || equals + 1 >= text.size() || text[equals + 1] != '"')
            return std::string_view::npos;
        std::string value;
        std::size_t end = equals + 2;
        for (; end < text.size() && text[end] != '"'; ++end) {
            if (text[end] == '\\' && end + 1 < text.size())
                value += text[++end] == 'n' ? '\n' : text[end];
            else
                value += text[end];
        }
        labels.emplace_back(std::string(trimmed(text.substr(at, equals - at))), std::move(value));
        at = end + 1;
    }
    return std::string_view::npos;
}

std::optional<double> numberFrom(std::string_view text)
{
    if (!text.empty() && text.front() == '+')
        text.remove_prefix(1);
    return parseNumber<double>(text);
}

/// DCGM's placeholder for a missing value: about the largest number of 64 or 32 bits.
bool isBlank(std::string_view name, double value)
{
    return value >= 9.2233720368547e18 || (name.starts_with("DCGM_") && value >= 2147483632.0 && value <= 2147483647.0);
}

/// The "# TYPE" lines of a page.
class FamilyTypes
{
public:
    /// @param line text after "# TYPE"
    void note(std::string_view line)
    {
        const std::string_view name = line.substr(0, line.find_first_of(" \t"));
        m_types[std::string(name)] = trimmed(line.substr(name.size()));
    }
    /// Looks up a sample's name, which may be the family's name with a suffix.
    [[nodiscard]] bool isCounter(std::string_view name) const
    {
        if (const auto own = m_types.find(name); own != m_types.end())
            return own->second == "counter";
        for (const std::string_view ending : {"_total", "_bucket", "_count", "_sum"}) {
            if (!name.ends_with(ending))
                continue;
            const auto family = m_types.find(name.substr(0, name.size() - ending.size()));
            if (family != m_types.end())
                return family->second != "gauge" && family->second != "gaugehistogram";
        }
        return name.ends_with("_total");
    }

private:
    std::map<std::string, std::string, std::less<>> m_types;
};

} // namespace

void readExposition(std::string_view page, const std::function<bool(std::string_view name)>& wants,
                    const std::function<const char*(const ExposedSample&)>& take,
                    const std::function<void(std::size_t line, std::string_view why)>& skip)
{
    FamilyTypes types;
    const auto readLine = [&](std::string_view line, std::size_t number) -> const char* {
        ExposedSample sample;
        sample.line = number;
        const std::size_t nameEnd = std::min(line.find_first_of("{ \t"), line.size());
        sample.name = line.substr(0, nameEnd);
        if (!wants(sample.name))
            return nullptr;
        const std::size_t brace = line.find_first_not_of(" \t", nameEnd);
        std::size_t seriesEnd = nameEnd;
        if (brace != std::string_view::npos && line[brace] == '{') {
            seriesEnd = readLabels(line, brace + 1, sample.labels);
            if (seriesEnd == std::string_view::npos)
                return "the label list is not closed";
        }
        sample.series = line.substr(0, seriesEnd);
        std::string_view rest = trimmed(line.substr(seriesEnd));
        rest = trimmed(rest.substr(0, rest.find('#'))); // an exemplar
        const std::size_t gap = std::min(rest.find_first_of(" \t"), rest.size());
        const auto value = numberFrom(rest.substr(0, gap));
        if (!value)
            return "expected a value after the name and labels";
        if (isBlank(sample.name, *value))
            return nullptr;
        sample.value = *value;
        sample.time = trimmed(rest.substr(gap));
        sample.isCounter = types.isCounter(sample.name);
        return take(sample);
    };
    std::size_t number = 0;
    for (std::size_t begin = 0; begin < page.size();) {
        const std::size_t end = std::min(page.find('\n', begin), page.size());
        const std::string_view line = trimmed(page.substr(begin, end - begin));
        begin = end + 1;
        ++number;
        constexpr std::string_view type = "# TYPE ";
        if (line.starts_with(type))
            types.note(trimmed(line.substr(type.size())));
        else if (!line.empty() && line.front() != '#') {
            if (const char* const why = readLine(line, number))
                skip(number, why);
        }
    }
}

} // namespace lockstep
