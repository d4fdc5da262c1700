// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cctype>
#include <string_view>

namespace lockstep {

/// Whether a text contains a part, ignoring case (ASCII). Every text contains the empty part.
[[nodiscard]] inline bool containsText(std::string_view text, std::string_view part)
{
    const auto isSame = [](unsigned char a, unsigned char b) {
        return std::tolower(a) == std::tolower(b);
    };
    // Not std::ranges::search: clang 14 cannot compile its subrange.
    return std::search(text.begin(), text.end(), part.begin(), part.end(), isSame) != text.end() || part.empty();
}

} // namespace lockstep
