// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/clusterfile/plan/tablewriter.h"

#include "models/core/units.h"

#include <fmt/format.h>

#include <iterator>

namespace lockstep {

namespace {

constexpr std::size_t widestLine = 110;

} // namespace

void TableWriter::begin(std::string_view name, Repeat repeat)
{
    if (repeat == Repeat::Once)
        fmt::format_to(std::back_inserter(m_out), "\n[{}]\n", name);
    else
        fmt::format_to(std::back_inserter(m_out), "\n[[{}]]\n", name);
}

void TableWriter::quote(std::string_view value)
{
    m_out += '"';
    for (const char letter : value) {
        if (letter == '"' || letter == '\\')
            (m_out += '\\') += letter;
        else if (static_cast<unsigned char>(letter) < 0x20 || letter == 0x7F)
            fmt::format_to(std::back_inserter(m_out), "\\u{:04X}", static_cast<unsigned char>(letter));
        else
            m_out += letter;
    }
    m_out += '"';
}

void TableWriter::text(std::string_view key, std::string_view value)
{
    if (value.empty())
        return;
    (m_out += key) += " = ";
    quote(value);
    m_out += '\n';
}

void TableWriter::number(std::string_view key, double value, double otherwise)
{
    if (value != otherwise)
        fmt::format_to(std::back_inserter(m_out), "{} = {}\n", key, value);
}

void TableWriter::metres(std::string_view key, float value)
{
    fmt::format_to(std::back_inserter(m_out), "{} = {}\n", key, value);
}

void TableWriter::count(std::string_view key, std::size_t value)
{
    fmt::format_to(std::back_inserter(m_out), "{} = {}\n", key, value);
}

void TableWriter::moment(std::string_view key, std::optional<TimePoint> value)
{
    constexpr int nanoseconds = 9;
    if (value)
        fmt::format_to(std::back_inserter(m_out), "{} = {}\n", key, formatUtc(*value, nanoseconds));
}

void TableWriter::texts(std::string_view key, std::span<const std::string> values)
{
    if (values.empty())
        return;
    (m_out += key) += " = [";
    std::size_t lineBegin = m_out.rfind('\n') + 1;
    for (const std::string& value : values) {
        if (&value != values.data())
            m_out += ',';
        if (m_out.size() - lineBegin + value.size() > widestLine) {
            m_out += "\n   ";
            lineBegin = m_out.size();
        }
        if (&value != values.data())
            m_out += ' ';
        quote(value);
    }
    m_out += "]\n";
}

} // namespace lockstep
