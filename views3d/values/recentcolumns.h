// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/clusterstore.h"

#include <span>
#include <vector>

namespace lockstep {

/// Number of ticks for which a value is valid: until its node's next tick is due. While following, one period longer,
/// because samples take time to arrive and a node is stale only after two periods.
/// @param identity null: the node's period is unknown
[[nodiscard]] std::int64_t ticksHeld(const NodeIdentity* identity, Duration tickPeriod, bool following);

/// The columns of one metric backwards from one tick, fetched on demand. Use within one update only, because columns
/// are valid until the store's next apply().
class RecentColumns
{
public:
    RecentColumns(const ClusterStore& store, MetricId metric, TickIndex newest);

    /// The entity's newest value among the last @p held ticks; NaN is no data.
    [[nodiscard]] float value(std::uint32_t entity, std::int64_t held);

private:
    const ClusterStore& m_store;
    MetricId m_metric;
    TickIndex m_newest;
    std::int64_t m_late; ///< ticks that may not have been computed yet
    std::vector<std::span<const float>> m_columns; ///< newest first
};

} // namespace lockstep
