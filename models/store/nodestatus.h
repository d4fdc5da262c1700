// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/clockoffset.h"
#include "models/core/gap.h"
#include "models/core/ids.h"
#include "models/core/sourcestatus.h"
#include "models/ingest/derived.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

/// Facts of a recording other than columns and spans, for its whole time range. Nodes and entities are numbered as in
/// the recording's topology.
struct RecordedFacts
{
    template <class Fact>
    using OfNodes = std::vector<std::pair<std::uint32_t, Fact>>; ///< by node index

    SourceStatus source;
    OfNodes<Gap> gaps; ///< in order of time, in the recording's time
    OfNodes<ClockOffset> clocks; ///< the newest of each node
    std::vector<DerivedEvent> events; ///< in order of time
    std::optional<TimePoint> eventsUntil; ///< later events did not fit; nullopt: complete
    std::optional<TimePoint> eventsSince; ///< earlier events did not fit; nullopt: complete
    bool reportsSilence = true; ///< false: silence of nodes was not recorded, and all count as live
};

/// How current a node's data is.
enum class Freshness : std::uint8_t { NeverSeen, Live, Stale };

/// State of a node's telemetry.
struct NodeStatus
{
    Freshness freshness = Freshness::NeverSeen;
    SourceId source;
    TimePoint lastTick; ///< node time of its newest tick, without appliedShift
    TimePoint lastReceived; ///< time of its arrival, by the local clock
    std::uint64_t ticks = 0; ///< received
    std::uint64_t missedTicks = 0; ///< known to be lost
    std::uint64_t overdueTicks = 0; ///< of a stale node: ticks due since its last one; some may still arrive
    std::uint64_t unplacedTicks = 0; ///< received, but older than the data in memory
    std::uint64_t refusedTicks = 0; ///< received, but rejected as too far in the future or past (see DistantTicks)
    std::vector<Gap> gaps; ///< oldest first, within the store's history and bounded; by the local clock
    std::optional<ClockOffset> clock;
    /// Time subtracted from the node's times to convert them to the local clock. Zero if the clock is correct to within
    /// a tick. Otherwise the estimated offset or, if there is none and the clock is ahead, a guess from the arrival
    /// time.
    Duration appliedShift{};

    [[nodiscard]] std::uint64_t lostTicks() const { return missedTicks + overdueTicks + refusedTicks; }
};

/// State of a node's telemetry at one moment, now or in the past. Fields are set only as far as they are known.
struct NodeMoment
{
    Freshness freshness = Freshness::NeverSeen;
    std::optional<TimePoint> heard; ///< the last time up to that moment; nullopt: never, or not known
    bool isHeardEarlier = false; ///< heard is only the latest possible time
    std::size_t gaps = 0; ///< that began before
    std::uint64_t lostTicks = 0; ///< known to be lost by then
    std::optional<ClockOffset> clock; ///< the newest estimate
    std::string gapReason = {}; ///< of the gap that the moment is in
};

} // namespace lockstep
