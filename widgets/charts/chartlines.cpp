// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chartlines.h"

#include "models/view/decimation.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

/// The smallest of 1, 2, 5 times a power of ten that is not below @p step.
double roundStep(double step)
{
    const double power = std::pow(10.0, std::floor(std::log10(step)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (step <= power * factor * (1 + 1e-9))
            return power * factor;
    }
    return power * 10;
}

/// Steps for long times, so that labels are at whole minutes and hours.
double roundTimeStep(double step)
{
    for (const double seconds : {30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400}) {
        if (step <= seconds * (1 + 1e-9))
            return seconds;
    }
    return 86400 * roundStep(step / 86400);
}

bool startsAtZero(Unit unit)
{
    switch (unit) {
    case Unit::Celsius:
    case Unit::KelvinDelta:
    case Unit::KelvinPerMinute:
    case Unit::Volt:
    case Unit::Hertz:
        return false;
    default:
        return true;
    }
}

/// Minimum height of an axis, so that a constant value has a readable scale.
double minHeight(Unit unit)
{
    return unit == Unit::Seconds ? 1e-3 : 1;
}

} // namespace

ValueAxis valueAxisFor(const MetricDescriptor& metric, double min, double max, int marks)
{
    if (!std::isfinite(min) || !std::isfinite(max)) { // no data, or values that cannot be labelled
        min = 0;
        max = metric.fullScale ? static_cast<double>(*metric.fullScale) : 1;
    }
    if (startsAtZero(metric.unit))
        min = std::min(min, 0.0);
    if (metric.fullScale)
        max = std::max(max, static_cast<double>(*metric.fullScale));
    if (!(max > min))
        max = min + std::max(std::abs(min) * 0.1, minHeight(metric.unit));
    const double minStep = (max - min) / std::max(marks, 1);
    const double step = metric.unit == Unit::Seconds && minStep > 20 ? roundTimeStep(minStep) : roundStep(minStep);
    const double ends = step / 2; // half steps at the ends leave less of the plot empty
    ValueAxis axis;
    axis.low = std::floor(min / ends + 1e-9) * ends;
    axis.high = std::ceil(max / ends - 1e-9) * ends;
    for (double n = std::ceil(axis.low / step - 1e-9); n * step <= axis.high + step * 1e-6; ++n)
        axis.marks.push_back(n == 0 ? 0 : n * step); // never minus zero
    return axis;
}

namespace {

/// Value range and position of one pixel, or of one sample if there are fewer samples than pixels.
struct Point
{
    double x;
    PixelExtent extent;
};

/// Extents of a series in order, one per tick or per pixel. Gaps are extents without data.
std::vector<Point> pointsOf(const TickSeries& series, const TimeAxis& axis)
{
    if (series.samples.empty() || axis.range.isEmpty())
        return {};
    const auto length = static_cast<TickIndex>(series.samples.size());
    const double left = axis.pixelOf(timeOfTick(series.first, series.period));
    const double right = axis.pixelOf(timeOfTick(series.first + length, series.period));
    const double perTick = (right - left) / static_cast<double>(length);
    std::vector<Point> points;
    if (perTick >= 1) {
        points.reserve(series.samples.size());
        for (std::size_t i = 0; i < series.samples.size(); ++i) {
            const float value = series.samples[i];
            const bool missing = std::isnan(value);
            points.push_back({left + perTick * static_cast<double>(i), {value, value, value, !missing, missing}});
        }
        return points;
    }
    const auto pixels = static_cast<std::size_t>(std::max(1.0, std::floor(right - left)));
    const std::vector<PixelExtent> extents = decimate(series.samples, pixels);
    points.reserve(extents.size());
    for (std::size_t i = 0; i < extents.size(); ++i)
        points.push_back(
            {left + (right - left) * (static_cast<double>(i) + 0.5) / static_cast<double>(pixels), extents[i]});
    return points;
}

void append(ChartStretch& stretch, const Point& point)
{
    const auto low = static_cast<double>(point.extent.low);
    const auto high = static_cast<double>(point.extent.high);
    if (low == high) {
        stretch.append({point.x, low});
        return;
    }
    const bool fromAbove
        = !stretch.isEmpty() && std::abs(stretch.back().y() - high) < std::abs(stretch.back().y() - low);
    stretch.append({point.x, fromAbove ? high : low});
    stretch.append({point.x, fromAbove ? low : high});
}

/// A single sample between two gaps gets the width of a dot.
void widenDot(ChartStretch& stretch)
{
    if (stretch.size() == 1)
        stretch.append({stretch.front().x() + 1.5, stretch.front().y()});
}

} // namespace

std::vector<ChartStretch> stretchesOf(const TickSeries& series, const TimeAxis& axis)
{
    std::vector<ChartStretch> stretches;
    bool isOpen = false;
    for (const Point& point : pointsOf(series, axis)) {
        if (!point.extent.hasData) {
            isOpen = false;
            continue;
        }
        if (!isOpen)
            stretches.emplace_back();
        append(stretches.back(), point);
        // A pixel with both data and a gap ends the line, so that the gap stays visible.
        isOpen = !point.extent.hasGap;
    }
    std::ranges::for_each(stretches, widenDot);
    return stretches;
}

std::vector<ChartBand> bandsOf(const TickSeries& mean, const TickSeries& peak, const TimeAxis& axis, QColor colour)
{
    const std::vector<Point> lower = pointsOf(mean, axis);
    const std::vector<Point> upper = pointsOf(peak, axis);
    std::vector<ChartBand> bands;
    bool isOpen = false;
    for (std::size_t i = 0; i < std::min(lower.size(), upper.size()); ++i) {
        const bool both = lower[i].extent.hasData && upper[i].extent.hasData;
        if (both && !isOpen)
            bands.push_back({{}, {}, colour});
        isOpen = both;
        if (!both)
            continue;
        bands.back().lower.append({lower[i].x, static_cast<double>(lower[i].extent.low)});
        bands.back().upper.append({upper[i].x, static_cast<double>(upper[i].extent.high)});
    }
    std::erase_if(bands, [](const ChartBand& band) { return band.lower.size() < 2; });
    return bands;
}

} // namespace lockstep
