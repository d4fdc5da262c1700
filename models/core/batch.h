// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/nodeidentity.h"
#include "models/core/nodelayout.h"
#include "models/core/span.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// One tick of one node, as a collector or simulator makes it and as the wire carries it.
struct NodeTick
{
    TimePoint time; ///< nominal time of the tick in the node's clock, a multiple of its period
    std::shared_ptr<const NodeLayout> layout; ///< what values mean
    std::vector<float> values; ///< NodeLayout::sampleCount() of them; NaN is no data
    std::vector<Span> spans;
    std::vector<Event> events;
};

/// A node's clock against ours, from probes over its connection: node time - our time.
struct ClockOffset
{
    Duration offset{};
    Duration uncertainty{}; ///< half the best round trip: the truth lies within offset +- uncertainty
};

/// Ticks that are known to be missing: a gap is data.
struct Gap
{
    TimeRange range; ///< first missing tick to the tick that ends the gap, in the node's clock
    std::uint64_t ticks = 0; ///< how many were lost; 0: unknown
    std::string reason; ///< "agent restarted", "older than the agent's ring", "dropped: the dashboard was overloaded"
};

/// Recorded: a file that is replayed; it ends nowhere and waits for nothing.
enum class SourceState : std::uint8_t { Connecting, Live, Stale, Retrying, Closed, Recorded };

[[nodiscard]] std::string_view sourceStateName(SourceState state);

/// State of a connection, with the reason in one sentence and, when retrying, when the next try is due.
struct SourceStatus
{
    SourceState state = SourceState::Connecting;
    std::string peer; ///< address or file
    std::string reason;
    std::optional<TimePoint> nextTry;
    std::uint64_t rejectedFrames = 0; ///< frames that could not be decoded, since the connection was made
};

/// What a source hands to the dashboard: immutable, for one node, made off the GUI thread. Each optional part is
/// independent; a batch with only a status is as good as one with only a tick. Applied in the order of arrival.
struct Batch
{
    SourceId source;
    TimePoint received; ///< our wall clock when the message had been decoded
    std::string node; ///< name of the node concerned; empty when the batch only concerns the source
    std::uint64_t sequence = 0; ///< of the tick, within the node's epoch
    std::shared_ptr<const NodeIdentity> identity; ///< set when the node (re)introduced itself
    std::optional<NodeTick> tick;
    /// Names that the spans of this and later ticks refer to, complete; null while unchanged since the last batch.
    std::shared_ptr<const std::vector<std::string>> names;
    std::optional<Gap> gap;
    std::optional<ClockOffset> clock;
    std::optional<SourceStatus> status;
};

using BatchPtr = std::shared_ptr<const Batch>;

} // namespace lockstep
