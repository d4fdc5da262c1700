// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

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

} // namespace lockstep
