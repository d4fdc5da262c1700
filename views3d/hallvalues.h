// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology.h"
#include "models/store/clusterstore.h"
#include "models/view/colourscale.h"
#include "views3d/hallgeometry.h"
#include "views3d/hallmode.h"

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace lockstep {

/// How much is known of a thing's value of the metric that is shown.
enum class Knowledge : std::uint8_t {
    NotMeasured, ///< the metric is not one of this thing's, nor of anything within it
    NoData, ///< it should have a value and has none
    Stale, ///< the last value before its node fell silent
    Current,
};

/// What the hall shows for one entity: its own value, or the worst within it.
struct HallReading
{
    float value = noData;
    std::uint32_t worst = Id<HallReading>::none; ///< index, in the metric's kind, of where the value comes from
    Knowledge knowledge = Knowledge::NotMeasured;
    bool hidesSilence = false; ///< something within is stale or was never heard of: the value is not the whole truth
};

/// The chosen metric over the whole hall at one moment: a reading for each entity, parents taking the worst of what is
/// within them by the metric's direction (the highest for a neutral one). Reads the store, keeps nothing of it.
class HallValues
{
public:
    /// @param following while true silence is told (stale nodes keep their last value); a moment in the past shows just
    ///                  what was recorded for it.
    void update(const ClusterStore& store, MetricId metric, HallMode mode, TimePoint cursor, bool following);

    [[nodiscard]] HallReading of(EntityRef entity) const;
    /// Known, current, within its limit and not far from the others; also what the metric is not about.
    [[nodiscard]] bool isWell(EntityRef entity) const;
    /// The worst few that are beyond the limit, or far from the others where there is none; the worst first.
    [[nodiscard]] const std::vector<EntityRef>& hotspots() const { return m_hotspots; }
    [[nodiscard]] bool isCritical(float value) const;
    [[nodiscard]] HallReading worstOf(std::span<const HallNode> nodes) const;
    /// What is shown, as the mode makes it of the chosen metric.
    [[nodiscard]] const std::optional<MetricDescriptor>& metric() const { return m_metric; }
    [[nodiscard]] HallMode mode() const { return m_mode; }
    [[nodiscard]] const ColourScale& scale() const { return m_scale; }

private:
    using Readings = std::vector<HallReading>;

    Readings& table(EntityKind kind) { return m_readings[static_cast<std::size_t>(kind)]; }
    void readEntities(const ClusterStore& store, MetricId metric, TimePoint cursor, bool following);
    void spreadUpwards(const Topology& topology);
    void markSilentNodes(const ClusterStore& store);
    void chooseScale();
    void judge();
    [[nodiscard]] bool isBeyond(float value) const;

    std::array<Readings, entityKindCount> m_readings;
    std::optional<MetricDescriptor> m_metric;
    MetricId m_id;
    HallMode m_mode = HallMode::Value;
    ColourScale m_scale;
    float m_low = noData; ///< what is beyond these is not well; NaN: no bound on that side
    float m_high = noData;
    std::vector<EntityRef> m_hotspots;
};

/// The scale to go on with: the one in use while it still fits the fresh one, so that colours and legend do not
/// flicker with every tick; else the fresh one.
[[nodiscard]] ColourScale steadyScale(const ColourScale& inUse, const ColourScale& fresh);

} // namespace lockstep
