// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/formats/filerank.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace lockstep {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

std::optional<std::int32_t> parseRank(std::string_view digits)
{
    constexpr std::size_t longestRank = 6;
    std::int32_t rank = 0;
    if (digits.empty() || digits.size() > longestRank)
        return std::nullopt;
    std::from_chars(digits.data(), digits.data() + digits.size(), rank);
    return rank;
}

std::optional<std::int32_t> rankAfterWord(std::string_view name)
{
    constexpr std::string_view word = "rank";
    for (auto at = name.rfind(word); at != std::string_view::npos; at = name.rfind(word, at - 1)) {
        auto rest = name.substr(at + word.size());
        if (!rest.empty() && !isDigit(rest.front()))
            rest.remove_prefix(1);
        const auto end = std::ranges::find_if_not(rest, isDigit);
        if (const auto rank = parseRank(rest.substr(0, static_cast<std::size_t>(end - rest.begin()))))
            return rank;
        if (at == 0)
            break;
    }
    return std::nullopt;
}

} // namespace

std::optional<std::int32_t> rankFromFileName(std::string_view fileName)
{
    if (const auto rank = rankAfterWord(fileName))
        return rank;
    // Without the word, the number that the name ends with before its extensions.
    while (true) {
        const auto dot = fileName.rfind('.');
        if (dot == std::string_view::npos || dot == 0 || std::ranges::all_of(fileName.substr(dot + 1), isDigit))
            break;
        fileName = fileName.substr(0, dot);
    }
    const auto lastOther = std::find_if_not(fileName.rbegin(), fileName.rend(), isDigit);
    const bool followsLetter
        = lastOther != fileName.rend() && (std::isalpha(static_cast<unsigned char>(*lastOther)) != 0);
    if (followsLetter)
        return std::nullopt; // "h100" is a model, not a rank
    return parseRank(fileName.substr(static_cast<std::size_t>(fileName.rend() - lastOther)));
}

} // namespace lockstep
