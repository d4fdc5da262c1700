// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"

#include <vector>

namespace lockstep {

/// A value range with round ends and ticks.
struct ValueAxis
{
    double low = 0;
    double high = 1;
    std::vector<double> marks; ///< ascending, within [low, high]

    /// Pixel from the top of a plot of that height.
    [[nodiscard]] double pixelOf(double value, double height) const { return (high - value) / (high - low) * height; }
};

/// The axis for values between @p min and @p max (NaN: none): the metric's full scale if it has one, from zero for
/// rates, powers and sizes, otherwise around the data. Never of zero height.
[[nodiscard]] ValueAxis valueAxisFor(const MetricDescriptor& metric, double min, double max, int marks);

} // namespace lockstep
