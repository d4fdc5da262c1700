// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/colour/windowscale.h"

#include "models/store/clusterstore.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lockstep {

namespace {

constexpr std::size_t scaleSamples = 2048;
constexpr TickIndex scaleTicks = 32;

/// Whether the range does not depend on the data.
bool isFixed(const MetricDescriptor& metric)
{
    if (colourMapFor(metric) == ColourMap::Diverging)
        return false;
    return metric.fullScale || (metric.critical && metric.direction == Direction::HighIsBad);
}

/// The largest of 1, 2 or 5 times a power of ten that is at most @p value.
double roundStep(double value)
{
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    const double share = value / decade;
    return decade * (share >= 5 ? 5 : share >= 2 ? 2 : 1);
}

void roundOutwards(ColourScale& scale)
{
    constexpr double stepsAcross = 12; // fine enough to lose little of the colour map
    const double min = std::min(scale.low, scale.high);
    const double max = std::max(scale.low, scale.high);
    if (!std::isfinite(min) || !(max > min))
        return;
    const double step = roundStep((max - min) / stepsAcross);
    constexpr double slack = 1e-3; // of a step: a range that is already round stays as it is
    const auto low = static_cast<float>(std::floor(min / step + slack) * step);
    const auto high = static_cast<float>(std::ceil(max / step - slack) * step);
    const bool isTurned = scale.low > scale.high;
    scale.low = isTurned ? high : low;
    scale.high = isTurned ? low : high;
}

} // namespace

ColourScale scaleOver(const ClusterStore& store, MetricId metric, TimeRange range)
{
    const MetricDescriptor& descriptor = store.metrics().descriptor(metric);
    if (isFixed(descriptor))
        return scaleFor(descriptor, {});
    const TickRange held = store.ticks();
    const TickRange ticks{std::max(tickIndexOf(range.from, store.tickPeriod()), held.from),
                          std::min(tickIndexOf(range.to, store.tickPeriod()) + 1, held.to)};
    // At multiples of the step, so that the same ticks are sampled while the window moves.
    const TickIndex step = std::max<TickIndex>(ticks.length() / scaleTicks, 1);
    std::vector<float> sample;
    sample.reserve(scaleSamples);
    const auto add = [&](std::span<const float> column) {
        const std::size_t stride = column.size() * static_cast<std::size_t>(scaleTicks) / scaleSamples + 1;
        for (std::size_t at = 0; at < column.size(); at += stride)
            sample.push_back(column[at]);
    };
    // If extremes per step of this range are in memory, they are the sample, because old single ticks would be
    // requested one by one.
    const TickRange hot = store.ticksInMemory();
    const auto steps = store.coldStepsAtHand(metric, ticks);
    for (const std::span<const float> values : steps.value_or(ColdColumns::Steps()))
        add(values);
    const auto take = [&](TickIndex tick) {
        if (!steps || hot.contains(tick))
            add(store.column(metric, tick));
    };
    if (!ticks.isEmpty())
        take(ticks.to - 1);
    for (TickIndex tick = (ticks.to - 2) / step * step; tick >= ticks.from; tick -= step)
        take(tick);
    ColourScale scale = scaleFor(descriptor, sample);
    if (scale.isFromData)
        roundOutwards(scale);
    return scale;
}

} // namespace lockstep
