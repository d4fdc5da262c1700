// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <string>
#include <string_view>

namespace lockstep {

/// In lower case (ASCII).
[[nodiscard]] inline std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower;
}

/// Without blanks and line ends at both ends.
[[nodiscard]] inline std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r\n";
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

/// Removes the text up to the next separator, and the separator, from the front of @p rest. @return the text
inline std::string_view takeUpTo(std::string_view& rest, char separator)
{
    const std::string_view taken = rest.substr(0, rest.find(separator));
    rest.remove_prefix(std::min(taken.size() + 1, rest.size()));
    return taken;
}

inline std::string_view nextLine(std::string_view& rest)
{
    return takeUpTo(rest, '\n');
}

/// "1 switch", "3 switches". @param more the plural; empty: @p one with an s
[[nodiscard]] inline std::string counted(std::uint64_t count, std::string_view one, std::string_view more = {})
{
    std::string text = std::to_string(count) + ' ';
    text += count == 1 || more.empty() ? one : more;
    return count == 1 || !more.empty() ? text : text + 's';
}

/// Whether a text contains a part, ignoring case (ASCII). Every text contains the empty part.
[[nodiscard]] inline bool containsText(std::string_view text, std::string_view part)
{
    const auto isSame = [](unsigned char a, unsigned char b) {
        return std::tolower(a) == std::tolower(b);
    };
    // Not std::ranges::search, because clang 14 cannot compile its subrange.
    return std::search(text.begin(), text.end(), part.begin(), part.end(), isSame) != text.end() || part.empty();
}

} // namespace lockstep
