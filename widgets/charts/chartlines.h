// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/columns/changeset.h"
#include "models/view/time/timeaxis.h"
#include "widgets/charts/chartpicture.h"

#include <span>

namespace lockstep {

/// Samples on a grid of ticks, from ClusterStore::series(): samples[i] is of tick first + i, NaN a gap.
struct TickSeries
{
    std::span<const float> samples;
    TickIndex first = 0;
    Duration period = std::chrono::seconds(1);
};

/// The series as polylines for a plot of the axis's width. Each pixel has at most two points, its minimum and maximum,
/// starting with the one nearer to the previous point. A missing tick ends a polyline.
[[nodiscard]] std::vector<ChartStretch> stretchesOf(const TickSeries& series, const TimeAxis& axis);

/// Bands between a mean and its peak where both were measured, with one point per pixel.
[[nodiscard]] std::vector<ChartBand> bandsOf(const TickSeries& mean, const TickSeries& peak, const TimeAxis& axis,
                                             QColor colour);

} // namespace lockstep
