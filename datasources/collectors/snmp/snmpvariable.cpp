// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/snmp/snmpvariable.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace lockstep {

SnmpOid SnmpWalk::indexOf(const SnmpVariable& row) const
{
    return {row.oid.begin() + static_cast<std::ptrdiff_t>(m_column.size()), row.oid.end()};
}

void SnmpWalk::end(std::string problem)
{
    m_isDone = true;
    m_problem = std::move(problem);
}

void SnmpWalk::take(std::span<const SnmpVariable> answer)
{
    if (answer.empty())
        return end(fmt::format("it returned nothing after {}", snmpOidText(m_at)));
    for (const SnmpVariable& each : answer) {
        const bool isWithin
            = each.oid.size() > m_column.size() && std::equal(m_column.begin(), m_column.end(), each.oid.begin());
        if (!isWithin || each.kind == SnmpVariable::Kind::Absent)
            return end();
        if (each.oid <= m_at)
            return end(fmt::format("it returned variables out of order: {1} after {0}", snmpOidText(m_at),
                                   snmpOidText(each.oid)));
        if (m_rows.size() >= maxRows)
            return end(fmt::format("it has more than {} rows in {}", maxRows, snmpOidText(m_column)));
        m_at = each.oid;
        m_rows.push_back(each);
    }
}

std::optional<SnmpOid> parseSnmpOid(std::string_view text)
{
    constexpr std::size_t max = 128; // sub-identifiers, by the protocol
    constexpr std::uint32_t secondLevel = 40; // limit of the encoding of the first two numbers
    if (text.starts_with('.'))
        text.remove_prefix(1);
    SnmpOid oid;
    while (oid.size() < max) {
        std::uint32_t part = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), part);
        if (error != std::errc())
            return std::nullopt;
        oid.push_back(part);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        if (text.empty())
            break;
        if (!text.starts_with('.'))
            return std::nullopt;
        text.remove_prefix(1);
    }
    const bool isWhole = text.empty() && oid.size() >= 2 && oid[0] <= 2 && (oid[0] == 2 || oid[1] < secondLevel);
    return isWhole ? std::optional(oid) : std::nullopt;
}

std::string snmpOidText(const SnmpOid& oid)
{
    std::string text;
    for (const std::uint32_t part : oid) {
        text += text.empty() ? "" : ".";
        text += std::to_string(part);
    }
    return text;
}

std::optional<double> numberOf(const SnmpVariable& variable)
{
    using enum SnmpVariable::Kind;
    if (variable.kind == Number || variable.kind == Count)
        return variable.number;
    if (variable.kind != Text)
        return std::nullopt;
    std::string_view text(variable.text);
    while (text.starts_with(' '))
        text.remove_prefix(1);
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isWhole = end == text.data() + text.size() || *end == ' ' || *end == '\0' || *end == '%';
    return error == std::errc() && isWhole ? std::optional(number) : std::nullopt;
}

} // namespace lockstep
