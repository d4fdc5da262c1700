// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology.h"
#include "models/view/colourscale.h"
#include "views3d/hallreading.h"

#include <array>
#include <span>
#include <vector>

namespace lockstep {

/// Something that stands out.
struct HallHotspot
{
    EntityRef entity;
    float fromPeers = noData; ///< for what is within its limit: how far it is from its peers, in the metric's unit
};

/// Which of the things that a metric is about are not well: those beyond its limit; where there is no limit those far
/// from all others on its bad side (a deviation has two); and those far from their peers, whatever the limit. Far is
/// beyond eight times the others' spread about their median, where spread is 1.4826 times the median absolute
/// deviation: a standard deviation that a few broken ones cannot stretch.
class HallJudgement
{
public:
    struct Evidence
    {
        const MetricDescriptor& metric;
        const ColourScale& scale; ///< a hundredth of its range is the least spread
        std::span<const HallReading> readings; ///< by entity index
        std::span<const float> fromPeers; ///< the same; empty: not compared
    };

    void judge(const Topology& topology, const Evidence& evidence);

    /// It or something within it stands out.
    [[nodiscard]] bool isUnwell(EntityRef entity) const;
    /// The worst few; the worst first.
    [[nodiscard]] const std::vector<HallHotspot>& hotspots() const { return m_hotspots; }

private:
    void markUnwell(const Topology& topology, EntityRef entity);

    std::array<std::vector<bool>, entityKindCount> m_isUnwell; ///< by index; shorter where none is unwell
    std::vector<HallHotspot> m_hotspots;
};

} // namespace lockstep
