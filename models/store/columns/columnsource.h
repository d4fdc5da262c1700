// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/store/columns/availability.h"
#include "models/store/columns/changeset.h"

#include <span>
#include <vector>

namespace lockstep {

/// Source of columns by the metrics and entity indices of the current cluster: its store, a recording, or values
/// computed on read. Views cannot tell past from present. Reading never blocks: missing data is fetched, and its
/// arrival is signalled through ClusterModel. GUI thread.
class ColumnSource
{
public:
    virtual ~ColumnSource() = default;

    /// All ticks that can be had; empty: none.
    [[nodiscard]] virtual TickRange ticks() const = 0;
    /// All entities of the metric's kind at one tick, by entity index; NaN is no data. May be shorter than the number
    /// of entities (the rest has no data). Empty when there is nothing, or not yet. Valid until the event loop turns.
    [[nodiscard]] virtual std::span<const float> column(MetricId metric, TickIndex tick) const = 0;
    /// One entity over a range of ticks, written to @p out (resized to the range's length).
    virtual void series(MetricId metric, std::uint32_t entity, TickRange range, std::vector<float>& out) const = 0;
    /// Pending: something of these ticks was asked for and has not come. None: no tick of these can be had.
    [[nodiscard]] virtual Availability available(MetricId metric, TickRange range) const = 0;
};

} // namespace lockstep
