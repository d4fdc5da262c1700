// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"
#include "models/core/budget.h"
#include "models/core/ids.h"
#include "models/core/result.h"
#include "models/core/span.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// A recorded span: on the recording's time line, about an entity of its topology, with names from its table (id 0: no
/// name).
struct RecordedSpan
{
    std::uint32_t node = 0; ///< that reported it
    EntityRef entity;
    std::uint32_t lane = 0; ///< names
    std::uint32_t op = 0;
    std::uint32_t communicator = 0;
    std::uint32_t job = 0;
    std::uint32_t rank = Span::noRank;
    std::uint32_t step = 0;
    SpanKind kind = SpanKind::Compute;
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    std::uint64_t sequence = 0;
    std::uint64_t bytes = 0;

    friend bool operator==(const RecordedSpan&, const RecordedSpan&) = default;
};

/// Converts to a Span: names stay the recording's; the caller gives the entity.
[[nodiscard]] Span spanOf(const RecordedSpan& recorded);

/// Maximum number of spans in that many packed bytes: a reader's memory is at most 200 times its input's size.
[[nodiscard]] constexpr std::uint64_t maxSpansIn(std::size_t packedBytes)
{
    constexpr std::uint64_t always = 1024;
    return std::min<std::uint64_t>(always + packedBytes, budget::spansPerBlock);
}

/// Packs spans without loss, never denser than maxSpansIn(). Reorders them: by entity, lane and start.
[[nodiscard]] std::vector<std::uint8_t> packSpans(std::vector<RecordedSpan>& spans);

/// Appends the spans of untrusted bytes; an Error if there are more than maxSpansIn().
[[nodiscard]] Status unpackSpans(std::span<const std::uint8_t> bytes, std::vector<RecordedSpan>& spans);
[[nodiscard]] Result<std::vector<RecordedSpan>> unpackSpans(std::span<const std::uint8_t> bytes);

/// The rows of a recording other than its columns, as plain values. Nodes and entities are indices of its topology.
struct RecordedEvent
{
    std::uint32_t node = 0; ///< that reported it
    EntityRef entity;
    Event event; ///< time on the recording's time line; its entity is not used
};

struct RecordedGap
{
    TimePoint received;
    std::uint32_t node = 0;
    Gap gap; ///< on the recording's time line
};

struct RecordedState
{
    TimePoint received;
    SourceId source;
    SourceStatus status;
};

struct RecordedClock
{
    TimePoint received;
    std::uint32_t node = 0;
    ClockOffset clock;
};

/// From this tick on, a node's times are corrected by this offset.
struct RecordedShift
{
    TickIndex tick = 0;
    std::uint32_t node = 0;
    Duration shift{};
};

struct RecordedIdentity
{
    TimePoint received;
    std::uint32_t node = 0;
    std::shared_ptr<const NodeIdentity> identity;
};

/// A segment whose summaries are in another file; see TierWriter.
struct SummarisedSegment
{
    std::string name;
    TimeRange range; ///< of its columns
};

/// Presence of each node in each tick, recorded so that a replay shows which nodes were silent.
[[nodiscard]] MetricDescriptor presenceMetric();

/// Metric for the time of a sample relative to its tick: seconds, rounded to milliseconds; negative: before the tick.
/// Recorded if not zero: once for all metrics of an entity, and separately for a metric that differs. Otherwise the
/// node's offset applies.
[[nodiscard]] MetricDescriptor offsetMetric(EntityKind kind);
[[nodiscard]] MetricDescriptor offsetMetric(const MetricDescriptor& of);
[[nodiscard]] double offsetOf(TimePoint time, TickIndex tick, Duration period);

/// Whether a metric describes samples, like those above, instead of measuring something.
[[nodiscard]] bool describesSamples(std::string_view metric);

/// A packed block of spans as stored in a file: copied to another file without unpacking.
struct RecordedSpanBlock
{
    std::int64_t fromNs = 0;
    std::int64_t toNs = 0;
    std::uint64_t count = 0;
    std::int64_t checksum = 0;
    std::span<const std::byte> data; ///< of the file: valid until its reader continues
};

struct RecordedRows
{
    std::vector<RecordedSpan> spans;
    std::vector<RecordedEvent> events;
    std::vector<RecordedGap> gaps;
    std::vector<RecordedState> states;
    std::vector<RecordedClock> clocks;
    std::vector<RecordedShift> shifts;
    std::vector<RecordedIdentity> identities;
};

} // namespace lockstep
