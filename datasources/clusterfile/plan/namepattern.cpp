// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/clusterfile/plan/namepattern.h"

#include "models/core/budget.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>

namespace lockstep {

namespace {

constexpr std::size_t longestNumber = 9; // digits accepted by expandPattern()
constexpr std::size_t longestPattern = 65536;
constexpr std::size_t roomForRange = 16; // room for "{..}" and a number

bool isDigitAt(std::string_view text, std::size_t at)
{
    return at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0;
}

} // namespace

std::string NameFold::nameAt(const Number& number, std::uint64_t value) const
{
    return fmt::format("{}{:0{}}{}", std::string_view(m_first).substr(0, number.at), value, number.digits,
                       std::string_view(m_first).substr(number.at + number.digits));
}

std::optional<NameFold::Number> NameFold::numberTowards(std::string_view second) const
{
    for (std::size_t at = 0; at < m_first.size(); ++at) {
        if (!isDigitAt(m_first, at))
            continue;
        Number number{at, 1, 0};
        while (isDigitAt(m_first, at + number.digits))
            ++number.digits;
        at += number.digits;
        if (number.digits > longestNumber)
            continue;
        std::from_chars(m_first.data() + number.at, m_first.data() + at, number.value);
        if (nameAt(number, number.value + 1) == second)
            return number;
    }
    return std::nullopt;
}

bool NameFold::canExtend(std::string_view next) const
{
    if (m_count >= longestPattern || m_first.size() + roomForRange > budget::nameBytes)
        return m_count < longestPattern && !m_number && next == m_first;
    if (m_count > 1)
        return m_number ? next == nameAt(*m_number, m_number->value + m_count) : next == m_first;
    return next == m_first || numberTowards(next);
}

void NameFold::extend(std::string_view next)
{
    if (m_count++ == 1 && next != m_first)
        m_number = numberTowards(next);
}

std::string NameFold::pattern() const
{
    if (!m_number)
        return m_first;
    return fmt::format("{}{{{:0{}}..{:0{}}}}{}", std::string_view(m_first).substr(0, m_number->at), m_number->value,
                       m_number->digits, m_number->value + m_count - 1, m_number->digits,
                       std::string_view(m_first).substr(m_number->at + m_number->digits));
}

std::vector<std::string> foldNames(std::span<const std::string> names)
{
    std::vector<std::string> patterns;
    std::optional<NameFold> fold;
    for (const std::string& name : names) {
        // A repeated name stays two names.
        if (fold && name != patterns.back() && fold->canExtend(name)) {
            fold->extend(name);
            patterns.back() = name; // last name of the range while it grows
            continue;
        }
        if (fold)
            patterns.back() = fold->pattern();
        fold.emplace(name);
        patterns.push_back(name);
    }
    if (fold)
        patterns.back() = fold->pattern();
    return patterns;
}

namespace {

constexpr std::size_t maxNames = 65536;

/// Reads digits from the front of @p text; nullopt if there are none, or too many.
std::optional<std::size_t> takeNumber(std::string_view& text)
{
    std::size_t number = 0;
    const auto [rest, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc{} || number > 1'000'000'000)
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
    return number;
}

} // namespace

Result<std::vector<std::string>> expandPattern(std::string_view pattern, std::optional<std::size_t> count)
{
    const auto bad = [&](std::string_view expected) {
        return Error{fmt::format("'{}': expected {}", pattern, expected)};
    };
    if (pattern.size() > budget::nameBytes)
        return Error{fmt::format("'{}...': expected at most {} bytes", pattern.substr(0, 40), budget::nameBytes)};
    const auto open = pattern.find('{');
    if (open == std::string_view::npos) {
        if (count.value_or(1) != 1)
            return bad("a range such as n{001..128}, since a count is given");
        return std::vector<std::string>{std::string(pattern)};
    }
    constexpr std::string_view shape = "a single range such as {001..128}";
    const auto close = pattern.find('}', open);
    if (close == std::string_view::npos || pattern.find('{', close) != std::string_view::npos)
        return bad(shape);
    std::string_view range = pattern.substr(open + 1, close - open - 1);
    const std::size_t width = range.find('.');
    const auto first = takeNumber(range);
    if (!first || !range.starts_with(".."))
        return bad(shape);
    range.remove_prefix(2);
    if (range.empty() && !count)
        return bad("a range with an end, or a count");
    const auto last = range.empty() ? std::optional(*first + *count - 1) : takeNumber(range);
    if (!last || !range.empty() || (*last + 1 <= *first))
        return bad(shape);
    const std::size_t length = *last - *first + 1;
    if (count && *count != length)
        return bad(fmt::format("{} names, to match the count; found {}", *count, length));
    if (length > maxNames)
        return bad(fmt::format("at most {} names", maxNames));
    std::vector<std::string> names;
    names.reserve(length);
    for (std::size_t number = *first; number <= *last; ++number)
        names.push_back(fmt::format("{}{:0{}}{}", pattern.substr(0, open), number, width, pattern.substr(close + 1)));
    return names;
}

} // namespace lockstep
