// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/text/hostlist.h"

#include "models/core/budget.h"
#include "models/core/parsenumber.h"
#include "models/core/textparts.h"

#include <fmt/format.h>

namespace lockstep {

namespace {

Error badList(std::string_view list, std::string_view expected)
{
    return Error{fmt::format("'{}': expected {}", list.substr(0, 60), expected)};
}

/// Appends each number in "001-003,007" to each of @p starts.
Status appendRanges(std::string_view ranges, const std::vector<std::string>& starts, std::vector<std::string>& out)
{
    while (!ranges.empty()) {
        const std::string_view range = takeUpTo(ranges, ',');
        const std::string_view firstText = range.substr(0, range.find('-'));
        const std::string_view lastText
            = firstText.size() == range.size() ? firstText : range.substr(firstText.size() + 1);
        const auto first = parseNumber<std::uint32_t>(firstText);
        const auto last = parseNumber<std::uint32_t>(lastText);
        if (!first || !last || *last < *first)
            return badList(range, "numbers such as 001-128");
        if ((std::uint64_t{*last} - *first + 1) * starts.size() + out.size() > budget::nodesPerHall)
            return badList(range, fmt::format("at most {} names", budget::nodesPerHall));
        for (const std::string& start : starts) {
            for (std::uint64_t number = *first; number <= *last; ++number)
                out.push_back(fmt::format("{}{:0{}}", start, number, firstText.size()));
        }
    }
    return out.empty() ? Status(badList(ranges, "numbers between brackets")) : success();
}

/// One entry of a list, with any number of brackets.
Status expandEntry(std::string_view entry, std::vector<std::string>& names)
{
    std::vector<std::string> all{""};
    while (!entry.empty()) {
        const std::size_t open = std::min(entry.find('['), entry.size());
        for (std::string& name : all)
            name += entry.substr(0, open);
        entry.remove_prefix(open);
        if (entry.empty())
            break;
        const std::size_t close = entry.find(']');
        if (close == std::string_view::npos)
            return badList(entry, "a closing bracket");
        std::vector<std::string> longer;
        if (Status status = appendRanges(entry.substr(1, close - 1), all, longer); !status.isOk())
            return status;
        all = std::move(longer);
        entry.remove_prefix(close + 1);
    }
    if (all.front().size() > budget::nameBytes)
        return badList(all.front(), fmt::format("names of at most {} bytes", budget::nameBytes));
    if (names.size() + all.size() > budget::nodesPerHall)
        return badList(all.front(), fmt::format("at most {} names", budget::nodesPerHall));
    names.insert(names.end(), all.begin(), all.end());
    return success();
}

} // namespace

Result<std::vector<std::string>> expandHostList(std::string_view list)
{
    std::vector<std::string> names;
    // A pattern is copied for each of its names.
    constexpr std::size_t longestEntry = 4 * budget::nameBytes;
    std::size_t depth = 0;
    std::size_t begin = 0;
    for (std::size_t at = 0; at <= list.size(); ++at) {
        const char letter = at < list.size() ? list[at] : ',';
        depth += letter == '[' ? 1 : 0;
        depth -= letter == ']' && depth > 0 ? 1 : 0;
        if (letter != ',' || (depth > 0 && at < list.size()))
            continue;
        const std::string_view entry = list.substr(begin, at - begin);
        begin = at + 1;
        const std::size_t fixed = entry.size();
        if (entry.find('[') == std::string_view::npos && fixed > budget::nameBytes)
            return badList(entry, fmt::format("names of at most {} bytes", budget::nameBytes));
        if (fixed > longestEntry && entry.find('[') > budget::nameBytes)
            return badList(entry, "a shorter entry");
        if (entry.empty())
            continue;
        if (Status status = expandEntry(entry, names); !status.isOk())
            return status.error();
    }
    return names;
}

} // namespace lockstep
