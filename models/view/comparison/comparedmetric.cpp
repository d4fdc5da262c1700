// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/comparison/comparedmetric.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

Unit unitOfDifference(Unit unit)
{
    return unit == Unit::Celsius ? Unit::KelvinDelta : unit;
}

/// Minimum range of the scale, because two healthy periods always differ a little.
std::optional<float> minShown(Unit unit, Shown shown)
{
    if (shown == Shown::Change || unit == Unit::Ratio)
        return 0.02F;
    return unit == Unit::KelvinDelta ? std::optional(1.0F) : std::nullopt;
}

} // namespace

bool canBeShown(const MetricDescriptor& metric, Shown shown)
{
    if (shown == Shown::Value || shown == Shown::Baseline)
        return true;
    if (metric.unit == Unit::Bitmask)
        return false;
    const bool hasTrueZero = metric.unit != Unit::Celsius && metric.unit != Unit::KelvinDelta
        && metric.unit != Unit::KelvinPerMinute && !metric.isDeviation;
    return shown == Shown::Difference || hasTrueZero;
}

MetricDescriptor comparedMetric(const MetricDescriptor& metric, Shown shown, const std::string& name)
{
    MetricDescriptor made = metric;
    if (shown == Shown::Baseline) {
        made.name += ".baseline";
        made.title += " in " + name;
        made.derivation = "what it was in " + name;
        return made;
    }
    made.warning = made.critical = std::nullopt;
    made.isDeviation = true;
    if (shown == Shown::Change) {
        made.name += ".change";
        made.title += ", change from " + name;
        made.unit = Unit::Ratio;
        made.derivation = "(value - baseline) / baseline, the baseline being " + name;
    } else {
        made.name += ".difference";
        made.title += ", difference to " + name;
        made.unit = unitOfDifference(metric.unit);
        made.derivation = "value - baseline, the baseline being " + name;
    }
    made.fullScale = minShown(made.unit, shown);
    return made;
}

float compared(float value, float baseline, Shown shown)
{
    switch (shown) {
    case Shown::Value:
        return value;
    case Shown::Baseline:
        return baseline;
    case Shown::Difference:
        return value - baseline;
    case Shown::Change:
        break;
    }
    return baseline == 0.0F ? noData : (value - baseline) / std::abs(baseline);
}

std::vector<float> compared(std::span<const float> values, std::span<const float> baseline, Shown shown)
{
    if (shown == Shown::Baseline)
        return {baseline.begin(), baseline.end()};
    std::vector<float> result(values.size(), noData);
    const std::size_t both = std::min(values.size(), baseline.size());
    for (std::size_t at = 0; at < both; ++at)
        result[at] = compared(values[at], baseline[at], shown);
    return result;
}

} // namespace lockstep
