// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "models/core/metric.h"
#include "models/store/nodestatus.h"
#include "models/view/rollup.h"

#include <cstdint>
#include <optional>
#include <span>

namespace lockstep {

class ClusterStore;

/// Numbers of nodes below an entity by state.
struct FreshnessCount
{
    std::uint32_t live = 0;
    std::uint32_t stale = 0;
    std::uint32_t neverSeen = 0;

    /// Stale if any node is; otherwise never seen if any is; otherwise live. Without nodes: never seen.
    [[nodiscard]] Freshness worst() const;
};

/// One metric over the whole tree: the value of each entity; the worst value below each parent, among a cooling loop's
/// racks and among a job's ranks; the freshness of nodes and the severity of alerts. Computed once per tick. A plain
/// value; GUI thread.
class WorstValues
{
public:
    /// @return whether the severity of any entity changed
    bool update(const ClusterStore& store, const Topology& topology, MetricId metric,
                std::span<const Alert> alerts = {});

    [[nodiscard]] float value(EntityRef entity) const { return m_values.get(entity, noData); }
    [[nodiscard]] bool isWell(EntityRef entity) const { return !severity(entity); }
    /// Worst severity of the entity and its children by values, alerts and silence (a warning); nullopt: healthy.
    [[nodiscard]] std::optional<Severity> severity(EntityRef entity) const { return m_badness.severity(entity); }
    /// Whether the last update changed its severity.
    [[nodiscard]] bool hasTurned(EntityRef entity) const
    {
        return m_badness.severity(entity) != m_lastBadness.severity(entity);
    }
    /// Nodes at or below @p entity; all zero if there are none.
    [[nodiscard]] FreshnessCount nodes(EntityRef entity) const { return m_nodes.get(entity); }

private:
    void raiseValues(const ClusterStore& store, const Topology& topology, MetricId metric);
    void rollUp(const ClusterStore& store, const Topology& topology, const MetricDescriptor& metric);
    void raiseFreshness(const ClusterStore& store, const Topology& topology);
    void judge(const ClusterStore& store, const Topology& topology, MetricId metric);
    void markAlerts(const Topology& topology, std::span<const Alert> alerts);

    PerEntity<float> m_values;
    PerEntity<FreshnessCount> m_nodes;
    WorstBelow m_badness;
    WorstBelow m_lastBadness;
};

} // namespace lockstep
