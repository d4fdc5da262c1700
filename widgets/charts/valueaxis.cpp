// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/valueaxis.h"

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

/// Steps of long times, on which minutes and hours are whole.
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

} // namespace lockstep
