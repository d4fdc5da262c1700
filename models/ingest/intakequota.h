// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/metric.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>

namespace lockstep {

class MetricTable;

/// Maximum number of entities of a kind that one node may ever add: far more than a host, a fabric manager or a
/// scheduler has, but few enough not to harm the cluster.
[[nodiscard]] std::size_t maxPerNode(EntityKind kind);

/// Limits what a source may add permanently: entities by kind and node, and metrics of its own. Catalogue metrics and
/// known items are always accepted. A source that uses up its share does not affect others. Owned by a TickPlacer, used
/// on its thread.
class IntakeQuota
{
public:
    /// Counts one more entity of this node.
    /// @return empty: accepted; otherwise the reason for rejection
    [[nodiscard]] std::string addEntity(SourceId source, std::uint32_t node, EntityKind kind);

    /// Counts a metric that a source reports for entities up to @p width, before it is added to the table. @return
    /// empty: accepted; otherwise the reason for rejection
    [[nodiscard]] std::string reportMetric(SourceId source, const MetricDescriptor& metric, const MetricTable& table,
                                           std::uint32_t width);

    /// Not enforced for files that a user opened: their size was checked when they were read.
    void setEnforced(bool isEnforced) { m_isEnforced = isEnforced; }
    /// Forgets added entities, because all were removed; metrics stay.
    void forgetEntities();

private:
    struct Share
    {
        std::size_t entities = 0;
        std::size_t metrics = 0;
        std::size_t cells = 0;
    };
    struct Own ///< a metric that only one source reports
    {
        SourceId source;
        std::uint32_t width = 0;
    };

    [[nodiscard]] std::string addMetric(SourceId source, const MetricDescriptor& metric, const MetricTable& table,
                                        std::uint32_t width);

    std::unordered_map<std::uint32_t, Share> m_shares; ///< by source
    std::unordered_map<std::uint32_t, std::array<std::uint32_t, entityKindCount>> m_entitiesOf; ///< by node
    std::unordered_map<std::uint32_t, Own> m_own; ///< by metric
    bool m_isEnforced = true;
    std::size_t m_entities = 0;
    std::size_t m_metrics = 0;
};

} // namespace lockstep
