// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace lockstep {

/// Robust median and spread of a sample with outliers. Both are NaN for an empty sample.
struct RobustSummary
{
    float median;
    float sigma; ///< 1.4826 x the median absolute deviation: the standard deviation of a normal distribution
};

/// @param values must not contain NaN; reordered
[[nodiscard]] RobustSummary summarise(std::span<float> values);
/// The @p share quantile (nearest rank); NaN if empty. @param values reordered
[[nodiscard]] float quantile(std::span<float> values, double share);

/// The median; for an even number of values the upper one of the middle two, so that the result is always one of the
/// values.
/// @param values at least one, none of them NaN; reordered
template <class Value>
[[nodiscard]] Value upperMedian(std::vector<Value>& values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

} // namespace lockstep
