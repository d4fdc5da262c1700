// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace lockstep {

/// The median; of an even number of values the upper of the two in the middle, so that it is always a value that
/// occurred.
/// @param values at least one, none of them NaN; reordered
template <class Value>
[[nodiscard]] Value upperMedian(std::vector<Value>& values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

} // namespace lockstep
