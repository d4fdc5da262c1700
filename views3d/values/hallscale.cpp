// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/values/hallscale.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lockstep {

ColourScale scaleShown(HallMode mode, const MetricDescriptor& metric, std::span<const HallSample> samples,
                       const ColourScale& inUse)
{
    if (mode == HallMode::TimeToLimit) // the sooner the brighter
        return {ColourMap::Limit, 1800, 0, "from half an hour away to the limit now"};
    if (mode == HallMode::GapAge)
        return {ColourMap::Cividis, 0, 30, "fixed: from none to half a minute"};
    std::vector<float> values;
    values.reserve(samples.size());
    for (const HallSample& sample : samples) {
        if (!std::isnan(sample.value))
            values.push_back(sample.value);
    }
    const ColourScale fresh = scaleFor(metric, values);
    return inUse.how.empty() ? fresh : steadyScale(inUse, fresh);
}

ColourScale steadyScale(const ColourScale& inUse, const ColourScale& fresh)
{
    if (inUse.map != fresh.map || inUse.how != fresh.how)
        return fresh;
    const auto [low, high] = std::minmax({inUse.low, inUse.high}); // where low is bad, they are the other way round
    const auto [freshLow, freshHigh] = std::minmax({fresh.low, fresh.high});
    const bool isTurned = (inUse.low < inUse.high) != (fresh.low < fresh.high);
    const float slack = (high - low) * 0.02F;
    const bool covers = freshLow >= low - slack && freshHigh <= high + slack;
    const bool isWasteful = high - low > 2 * (freshHigh - freshLow);
    return covers && !isWasteful && !isTurned ? inUse : fresh;
}

} // namespace lockstep
