// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"
#include "models/view/colour/colourscale.h"
#include "models/view/rollup.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lockstep {

/// How much is known about an entity's value.
enum class Knowledge : std::uint8_t {
    NotMeasured, ///< the metric applies neither to the entity nor to its contents
    NoData, ///< it should have a value but has none
    Stale, ///< last value of a silent node
    Current,
};

/// The value of one entity in the hall: its own, or the worst within it.
struct HallSample
{
    float value = noData;
    /// Index, within the metric's kind, of the entity that the value is from.
    std::uint32_t worst = Id<HallSample>::none;
    Knowledge knowledge = Knowledge::NotMeasured;
    bool hidesSilence = false; ///< a part is stale or never reported: the value may be incomplete
};

/// An outlier.
struct HallHotspot
{
    EntityRef entity;
    float fromPeers = noData; ///< deviation from its peers, if that is the reason
};

/// Determines which entities of a metric are unhealthy: beyond the limit; without a limit, far from all others on the
/// bad side (for a deviation on either side); and with a deviation from peers beyond its limit. Far means more than
/// eight robust standard deviations (1.4826 times the median absolute deviation) from the median.
class HallJudgement
{
public:
    struct Evidence
    {
        const MetricDescriptor& metric;
        const ColourScale& scale; ///< a hundredth of its range is the least spread
        std::span<const HallSample> samples; ///< by entity index
        const MetricDescriptor* deviation = nullptr; ///< metric with the deviation from peers; null: none
        std::span<const float> fromPeers = {}; ///< its values, by entity index
    };

    void judge(const Topology& topology, const Evidence& evidence);

    /// Whether it, or something inside it, stands out.
    [[nodiscard]] bool isUnhealthy(EntityRef entity) const { return m_badness.severity(entity).has_value(); }
    /// The worst few, worst first.
    [[nodiscard]] const std::vector<HallHotspot>& hotspots() const { return m_hotspots; }

private:
    WorstBelow m_badness;
    std::vector<HallHotspot> m_hotspots;
};

} // namespace lockstep
