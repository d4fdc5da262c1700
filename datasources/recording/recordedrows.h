// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/recordedspan.h"
#include "models/core/batch.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

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

/// A segment whose summaries another file has; see TierWriter.
struct SummarisedSegment
{
    std::string name;
    TimeRange range; ///< of its columns
};

/// Presence of each node in each tick, recorded so that a replay shows which nodes were silent.
[[nodiscard]] MetricDescriptor presenceMetric();

/// Time of a sample relative to its tick, in seconds, to the millisecond; negative: before. Recorded if not zero: in
/// one metric for all metrics of an entity of the kind, and in a separate one for a metric that differs. Otherwise the
/// node's applies.
[[nodiscard]] MetricDescriptor offsetMetric(EntityKind kind);
[[nodiscard]] MetricDescriptor offsetMetric(const MetricDescriptor& of);
[[nodiscard]] double offsetOf(TimePoint time, TickIndex tick, Duration period);

/// Whether a metric describes samples, like those above, instead of measuring something.
[[nodiscard]] bool isAboutSamples(std::string_view metric);

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
