// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/thermal/coolingmap.h"
#include "models/core/metric.h"
#include "models/core/topology/topology.h"
#include "models/store/clusterstore.h"
#include "models/view/colour/colourscale.h"
#include "models/view/rollup.h"
#include "views3d/geometry/hallgeometry.h"
#include "views3d/values/hallmode.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lockstep {

/// How much is known about an entity's value.
enum class ValueState : std::uint8_t {
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
    ValueState valueState = ValueState::NotMeasured;
    bool hidesSilence = false; ///< a part is stale or never reported: the value may be incomplete
};

/// An outlier.
struct HallHotspot
{
    EntityRef entity;
    float fromPeers = noData; ///< deviation from its peers, if that is the reason
};

/// Determines which entities are unhealthy. These are entities beyond the metric's limit or, if it has none, far from
/// all others on the bad side (for a deviation, on either side). Also entities whose deviation from peers exceeds its
/// limit. Far means more than eight robust standard deviations (1.4826 times the median absolute deviation) from the
/// median.
class HallHealth
{
public:
    struct Evidence
    {
        const MetricDescriptor& metric;
        const ColourScale& scale; ///< a hundredth of its range is the minimum spread
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

/// The current scale while it still fits the fresh one, so that colours do not flicker; otherwise the fresh one.
[[nodiscard]] ColourScale steadyScale(const ColourScale& inUse, const ColourScale& fresh);

/// The selected metric over the whole hall at one moment, one sample per entity. A parent has the worst value of its
/// parts; for a metric without a bad direction, the highest. Reads the store; keeps only its topology.
class HallValues
{
public:
    /// @param following true: silent nodes are shown as stale with their last value; false: only values recorded for
    /// the moment are shown
    /// @param window time range of other views that show the metric; its values share the scale. nullopt: none
    void update(const ClusterStore& store, MetricId metric, HallMode mode, TimePoint cursor, bool following,
                std::optional<TimeRange> window = std::nullopt);

    [[nodiscard]] HallSample of(EntityRef entity) const { return m_samples.get(entity); }
    /// Whether it and its contents are known, current and not conspicuous; also true if the metric does not apply.
    [[nodiscard]] bool isHealthy(EntityRef entity) const;
    /// Conspicuous entities, worst first; only a few.
    [[nodiscard]] const std::vector<HallHotspot>& hotspots() const { return m_judgement.hotspots(); }
    [[nodiscard]] bool isCritical(float value) const;
    [[nodiscard]] HallSample worstOf(std::span<const HallNode> nodes) const;
    /// The metric as shown by the mode.
    [[nodiscard]] const std::optional<MetricDescriptor>& metric() const { return m_metric; }
    /// Unit of hotspots' deviation from their peers; nullopt: not compared.
    [[nodiscard]] const std::optional<MetricDescriptor>& deviation() const { return m_deviation; }
    [[nodiscard]] HallMode mode() const { return m_mode; }
    [[nodiscard]] const ColourScale& scale() const { return m_scale; }
    /// While held the range stays unchanged, for one metric in one mode.
    void holdScale(bool isHeld) { m_isScaleHeld = isHeld; }
    [[nodiscard]] bool isScaleHeld() const { return m_isScaleHeld; }

private:
    using Samples = std::vector<HallSample>;

    void readEntities(const ClusterStore& store, MetricId metric, TimePoint cursor, bool following);
    void spreadUpwards(const Topology& topology);
    void markSilentNodes(const ClusterStore& store);
    void chooseScale(const ClusterStore& store, std::optional<TimeRange> window);
    void judge(const HallMoment& moment);

    PerEntity<HallSample> m_samples;
    std::optional<MetricDescriptor> m_metric;
    std::optional<MetricDescriptor> m_deviation;
    MetricId m_id;
    HallMode m_mode = HallMode::Value;
    ColourScale m_scale;
    bool m_isScaleHeld = false;
    HallHealth m_judgement;
    TopologyPtr m_cooled; ///< topology of m_cooling
    CoolingMap m_cooling;
};

} // namespace lockstep
