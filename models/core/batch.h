// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batchptr.h"
#include "models/core/clockoffset.h"
#include "models/core/event.h"
#include "models/core/gap.h"
#include "models/core/nodeidentity.h"
#include "models/core/nodelayout.h"
#include "models/core/sourcestatus.h"
#include "models/core/span.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// One tick of one node, as produced by a collector or simulator and as sent.
struct NodeTick
{
    TimePoint time; ///< nominal time of the tick in the node's clock, a multiple of its period
    std::shared_ptr<const NodeLayout> layout; ///< meaning of the values
    std::vector<float> values; ///< NodeLayout::sampleCount() of them; NaN is no data
    std::vector<Span> spans;
    std::vector<Event> events;
};

/// Data of one node that a source delivers to the dashboard. Immutable once published; created on a source's thread.
/// The optional parts are independent of each other. Batches are applied in order of arrival.
struct Batch
{
    SourceId source;
    TimePoint received; ///< local wall clock when the message was decoded
    std::string node; ///< name of the node; empty if the batch only concerns the source
    std::uint64_t sequence = 0; ///< of the tick, within the node's epoch
    std::shared_ptr<const NodeIdentity> identity; ///< set when the node (re)introduced itself
    std::optional<NodeTick> tick;
    /// All names that spans of this and later ticks refer to; null if unchanged since the last batch.
    std::shared_ptr<const std::vector<std::string>> names;
    std::optional<Gap> gap;
    std::optional<ClockOffset> clock;
    std::optional<SourceStatus> status;
};

} // namespace lockstep
