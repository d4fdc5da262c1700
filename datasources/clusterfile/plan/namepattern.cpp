// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/clusterfile/plan/namepattern.h"

#include "models/core/budget.h"

#include <fmt/format.h>

#include <charconv>

namespace lockstep {

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
