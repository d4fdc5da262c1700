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

/// How many nodes below an entity are in which state.
struct FreshnessCount
{
    std::uint32_t live = 0;
    std::uint32_t stale = 0;
    std::uint32_t neverSeen = 0;

    /// Stale if any is; else never seen if any is; else live. Nothing below: never seen.
    [[nodiscard]] Freshness worst() const;
};

/// One metric over the whole tree: each entity's value, and for what stands above them the worst below; likewise the
/// freshness of nodes and the severity of alerts. Computed once a tick in one pass upwards. A plain value; GUI thread.
class WorstValues
{
public:
    /// @return true when some entity's severity changed
    bool update(const ClusterStore& store, const Topology& topology, MetricId metric,
                std::span<const Alert> alerts = {});

    [[nodiscard]] float value(EntityRef entity) const { return m_values.get(entity, noData); }
    [[nodiscard]] bool isWell(EntityRef entity) const { return !severity(entity); }
    /// How bad it or the worst below it is by its value and by alerts, silence being a warning; nullopt: all is well.
    [[nodiscard]] std::optional<Severity> severity(EntityRef entity) const { return m_badness.severity(entity); }
    /// True when the last update changed its severity.
    [[nodiscard]] bool hasTurned(EntityRef entity) const
    {
        return m_badness.severity(entity) != m_lastBadness.severity(entity);
    }
    /// Of the nodes at or below @p entity; all zero for what has none.
    [[nodiscard]] FreshnessCount nodes(EntityRef entity) const { return m_nodes.get(entity); }

private:
    void raiseValues(const ClusterStore& store, const Topology& topology, MetricId metric);
    void raiseFreshness(const ClusterStore& store, const Topology& topology);
    void judge(const ClusterStore& store, const Topology& topology, MetricId metric);
    void markAlerts(const Topology& topology, std::span<const Alert> alerts);

    PerEntity<float> m_values;
    PerEntity<FreshnessCount> m_nodes;
    WorstBelow m_badness;
    WorstBelow m_lastBadness;
};

} // namespace lockstep
