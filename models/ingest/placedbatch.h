// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batchptr.h"
#include "models/core/event.h"
#include "models/core/gap.h"
#include "models/core/ids.h"
#include "models/core/topology/topology.h"
#include "models/ingest/layoutplacement.h"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace lockstep {

/// Order of a tick relative to earlier ones of its node.
enum class TickOrder : std::uint8_t {
    Newest,
    Late, ///< fills its column, but does not replace newer values
    Repeated, ///< came before: its spans and events do not count again
};

/// Where one tick of a node belongs.
struct PlacedTick
{
    TickIndex index = 0; ///< on the grid that all nodes share
    TimePoint time; ///< on our time line
    TickOrder order = TickOrder::Newest;
    std::shared_ptr<const LayoutPlacement> placement; ///< of its values and entities; null: it has no layout
    std::shared_ptr<const std::vector<NameId>> names; ///< by the node's own indices; null: it has none
    std::vector<EntityRef> jobs{}; ///< that its ranks' spans are of, each once

    /// What an index into the tick's layout means.
    [[nodiscard]] EntityRef entity(std::uint32_t at, EntityRef node) const
    {
        return placement ? placement->entity(at) : node;
    }
    [[nodiscard]] std::span<const PlacementRun> runs() const
    {
        return placement ? placement->runs() : std::span<const PlacementRun>();
    }
    [[nodiscard]] std::span<const NameId> nameIds() const
    {
        return names ? std::span<const NameId>(*names) : std::span<const NameId>();
    }
};

/// A batch with its placement by TickPlacer. Parts that need no placement are read from the batch itself. A plain
/// value; what it points to is immutable and may be shared between threads.
struct PlacedBatch
{
    BatchPtr batch;
    TimePoint received; ///< our clock, always known
    EntityRef node; ///< invalid: it only concerns its source
    Duration period{}; ///< of the node's ticks
    Duration shift{}; ///< taken off the node's times, to have them on our time line
    std::optional<Gap> gap; ///< on our time line, with the ticks that were due in it
    std::optional<PlacedTick> tick; ///< nullopt: none, or one that is refused
    bool isRefused = false; ///< its tick claims to be of the future
    std::vector<Event> notices; ///< of ours about the node, on our time line; those of the tick are read from it
};

/// Shared by all who do something with it, on whatever thread.
using PlacedBatchPtr = std::shared_ptr<const PlacedBatch>;

/// What was placed together, in its order.
struct PlacedBatches
{
    std::vector<PlacedBatchPtr> batches;
    TopologyPtr topology; ///< that all their entities are in
    bool hasNewMetrics = false;
};

} // namespace lockstep
