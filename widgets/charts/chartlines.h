// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"
#include "models/store/columns/changeset.h"
#include "models/view/time/timeaxis.h"

#include <QColor>
#include <QList>
#include <QPointF>

#include <span>
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

/// The axis for values between @p min and @p max (NaN: none). Shows the metric's full scale if it has one, starts at
/// zero for rates, powers and sizes, and otherwise fits the data. Its height is never zero.
[[nodiscard]] ValueAxis valueAxisFor(const MetricDescriptor& metric, double min, double max, int marks);

/// A polyline without gaps; x in pixels from the plot's left edge, y in the metric's unit.
using ChartStretch = QList<QPointF>;

/// A line in several parts, interrupted where data is missing.
struct ChartLine
{
    std::vector<ChartStretch> stretches;
    QColor colour;
    bool isBaseline = false; ///< thin and dashed: the baseline of a comparison
    friend bool operator==(const ChartLine&, const ChartLine&) = default;
};

/// A filled area between a lower and an upper line.
struct ChartBand
{
    ChartStretch lower;
    ChartStretch upper;
    QColor colour;
    friend bool operator==(const ChartBand&, const ChartBand&) = default;
};

/// Everything within the frame of one chart. A plain value; equal pictures look the same.
struct ChartPicture
{
    double width = 0; ///< of the plot in logical pixels
    double height = 0;
    double low = 0; ///< range of values from bottom to top
    double high = 1;
    std::vector<ChartBand> bands; ///< beneath the lines
    std::vector<ChartLine> lines;
    friend bool operator==(const ChartPicture&, const ChartPicture&) = default;
};

/// Samples on a grid of ticks, from ClusterStore::series(): samples[i] belongs to tick first + i; NaN is a gap.
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
