// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace lockstep {

/// Robust median and spread of a sample with outliers. Both NaN when it is empty.
struct RobustSummary
{
    float median;
    float sigma; ///< 1.4826 x the median absolute deviation: the standard deviation, were it normal
};

/// @param values neither NaN; reordered
[[nodiscard]] RobustSummary summarise(std::span<float> values);
/// The value that @p share of the sample lies below (nearest rank); NaN when empty. @param values reordered
[[nodiscard]] float quantile(std::span<float> values, double share);

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
