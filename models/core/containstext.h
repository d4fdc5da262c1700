// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cctype>
#include <string_view>

namespace lockstep {

/// Whether a part occurs in a text, upper and lower case alike (ASCII). An empty part occurs in every text.
[[nodiscard]] inline bool containsText(std::string_view text, std::string_view part)
{
    const auto isSame = [](unsigned char a, unsigned char b) {
        return std::tolower(a) == std::tolower(b);
    };
    return part.empty() || !std::ranges::search(text, part, isSame).empty();
}

} // namespace lockstep
