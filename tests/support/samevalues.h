// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

namespace lockstep::test {

/// Bitwise equality; missing values at the end of one count as no data.
[[nodiscard]] inline bool isSame(std::span<const float> a, std::span<const float> b)
{
    for (std::size_t at = 0; at < std::max(a.size(), b.size()); ++at) {
        const float x = at < a.size() ? a[at] : noData;
        const float y = at < b.size() ? b[at] : noData;
        if (std::isnan(x) != std::isnan(y) || (!std::isnan(x) && std::bit_cast<int>(x) != std::bit_cast<int>(y)))
            return false;
    }
    return true;
}

} // namespace lockstep::test
