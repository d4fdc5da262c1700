// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/colour/colourscale.h"

#include "models/view/colour/cividistable.h"
#include "models/view/colour/divergingtable.h"
#include "models/view/colour/infernotable.h"
#include "models/view/colour/limittable.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

/// The 1st and 99th percentile of what is there: one broken sensor must not flatten everybody else.
std::pair<float, float> percentileRange(std::span<const float> values)
{
    constexpr std::size_t enough = 20'000; // a sample of this size is within a fraction of a percentile
    const std::size_t stride = std::max<std::size_t>(values.size() / enough, 1);
    std::vector<float> sample;
    sample.reserve(values.size() / stride + 1);
    for (std::size_t at = 0; at < values.size(); at += stride) {
        if (std::isfinite(values[at]))
            sample.push_back(values[at]);
    }
    if (sample.empty())
        return {0.0F, 1.0F};
    const auto nth = [&](double share) {
        const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(sample.size() - 1) + 0.5);
        std::ranges::nth_element(sample, sample.begin() + at);
        return sample[static_cast<std::size_t>(at)];
    };
    return {nth(0.01), nth(0.99)};
}

constexpr float roomTemperature = 20.0F; // °C: no part of a running cluster is colder for long

/// A range of no height would colour noise as if it mattered: open it so that the value is at the calm end.
void openIfFlat(ColourScale& scale, Direction direction)
{
    if (scale.high > scale.low)
        return;
    const float height = scale.low == 0.0F ? 1.0F : std::abs(scale.low) * 0.1F;
    (direction == Direction::LowIsBad ? scale.low : scale.high) += direction == Direction::LowIsBad ? -height : height;
    scale.how += ", widened (all values equal)";
}

} // namespace

const std::array<Rgb, 256>& colourTable(ColourMap map)
{
    switch (map) {
    case ColourMap::Inferno:
        return infernoTable;
    case ColourMap::Diverging:
        return divergingTable();
    case ColourMap::Limit:
        return limitTable();
    case ColourMap::Cividis:
        break;
    }
    return cividisTable;
}

ColourMap colourMapFor(const MetricDescriptor& metric)
{
    if (metric.isDeviation)
        return ColourMap::Diverging;
    switch (metric.unit) {
    case Unit::Celsius:
    case Unit::Watt:
    case Unit::Joule:
    case Unit::KelvinPerWatt:
        return ColourMap::Inferno;
    case Unit::KelvinDelta: // or the distance to a limit, of which more is better
        return metric.direction == Direction::LowIsBad ? ColourMap::Cividis : ColourMap::Diverging;
    case Unit::KelvinPerMinute:
        return ColourMap::Diverging;
    default:
        return ColourMap::Cividis;
    }
}

std::uint8_t ColourScale::index(float value) const
{
    const float where = share(value);
    if (!(where > 0.0F))
        return 0;
    return static_cast<std::uint8_t>(std::min(where, 1.0F) * 255.0F + 0.5F);
}

std::array<Rgb, 256> ColourScale::bar() const
{
    std::array<Rgb, 256> colours = colourTable(map);
    if (low > high)
        std::ranges::reverse(colours);
    return colours;
}

ColourScale scaleFor(const MetricDescriptor& metric, std::span<const float> values)
{
    ColourScale scale;
    scale.map = colourMapFor(metric);
    scale.flags = flagsOf(metric);
    if (!scale.flags.empty()) {
        scale.how = "by severity: harmless, thermal, hardware";
        return scale;
    }
    const auto limit = metric.critical ? metric.critical : metric.warning;
    if (scale.map == ColourMap::Diverging) {
        const auto [low, high] = percentileRange(values);
        const float widest = std::max(std::abs(low), std::abs(high));
        // Its own full scale is the least that is shown, so that the noise of a healthy cluster stays grey.
        const float min = metric.fullScale.value_or(1e-3F);
        scale.high = std::max(widest, min);
        scale.low = -scale.high;
        scale.isFromData = !metric.fullScale || widest > min;
        scale.how
            = scale.isFromData ? "p1 to p99 of the visible data, centred on zero" : "fixed range, centred on zero";
    } else if (metric.fullScale) {
        scale.low = 0;
        scale.high = *metric.fullScale;
        scale.how = "fixed range";
    } else if (limit && metric.direction == Direction::HighIsBad) {
        scale.low = std::min(metric.unit == Unit::Celsius ? roomTemperature : 0.0F, *limit);
        // A limit of "any at all" says nothing of the range; then the data do.
        scale.high = metric.critical ? *limit : std::max(*limit, percentileRange(values).second);
        scale.isFromData = scale.high > *limit;
        scale.how = scale.isFromData ? "0 to p99 of the visible data" : "up to the limit";
        scale.map = scale.isFromData ? scale.map : ColourMap::Limit;
    } else if (limit && metric.direction == Direction::LowIsBad) {
        scale.low = *limit;
        scale.high = percentileRange(values).second;
        scale.isFromData = true;
        scale.how = "limit to p99 of the visible data";
        scale.map = scale.high > scale.low ? ColourMap::Limit : scale.map;
    } else {
        std::tie(scale.low, scale.high) = percentileRange(values);
        scale.isFromData = true;
        scale.how = "p1 to p99 of the visible data";
    }
    openIfFlat(scale, metric.direction);
    if (metric.direction == Direction::LowIsBad && scale.map != ColourMap::Diverging)
        std::swap(scale.low, scale.high);
    return scale;
}

} // namespace lockstep
