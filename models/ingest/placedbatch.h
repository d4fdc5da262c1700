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
    Repeated, ///< received before: its spans and events are not added again
};

/// Where one tick of a node belongs.
struct PlacedTick
{
    TickIndex index = 0; ///< on the grid that all nodes share
    TimePoint time; ///< by the local clock
    TickOrder order = TickOrder::Newest;
    std::shared_ptr<const LayoutPlacement> placement; ///< of its values and entities; null: it has no layout
    std::shared_ptr<const std::vector<NameId>> names; ///< by the node's own indices; null: it has none
    std::vector<EntityRef> jobs{}; ///< jobs of its ranks' spans, each once

    /// The entity of an index into the tick's layout.
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
/// value; it refers to immutable data that threads may share.
struct PlacedBatch
{
    BatchPtr batch;
    TimePoint received; ///< by the local clock, always known
    EntityRef node; ///< invalid: only its source is concerned
    Duration period{}; ///< of the node's ticks
    Duration shift{}; ///< subtracted from the node's times to convert them to the local clock
    std::optional<Gap> gap; ///< by the local clock, with the number of ticks that were due
    std::optional<PlacedTick> tick; ///< nullopt: none, or a rejected one
    bool isRefused = false; ///< its tick is too far in the future
    std::vector<Event> notices; ///< about the node, created here; events of the tick are in the batch
};

/// Shared by all consumers, on any thread.
using PlacedBatchPtr = std::shared_ptr<const PlacedBatch>;

/// Batches that were placed together, in order.
struct PlacedBatches
{
    std::vector<PlacedBatchPtr> batches;
    TopologyPtr topology; ///< of all their entities
    bool hasNewMetrics = false;
};

} // namespace lockstep
