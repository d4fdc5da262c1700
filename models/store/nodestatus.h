// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/clockoffset.h"
#include "models/core/gap.h"
#include "models/core/ids.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// How current a node's data is.
enum class Freshness : std::uint8_t { NeverSeen, Live, Stale };

/// State of a node's telemetry.
struct NodeStatus
{
    Freshness freshness = Freshness::NeverSeen;
    SourceId source;
    TimePoint lastTick; ///< node time of its newest tick (appliedShift not taken off)
    TimePoint lastReceived; ///< our clock when that came
    std::uint64_t ticks = 0; ///< received
    std::uint64_t missedTicks = 0; ///< known to be lost
    std::uint64_t overdueTicks = 0; ///< of a stale node: due since its last tick; some may still arrive
    std::uint64_t unplacedTicks = 0; ///< received, but older than what is kept in memory
    std::uint64_t refusedTicks = 0; ///< received, but of the future or long past (see DistantTicks)
    std::vector<Gap> gaps; ///< oldest first, within the store's history and bounded; on our time line
    std::optional<ClockOffset> clock;
    /// What is subtracted from the node's times to place its data on our time line: zero for a clock that is right to
    /// within a tick; otherwise its estimated offset or, while there is no estimate and the clock runs ahead, a guess
    /// from arrival.
    Duration appliedShift{};

    [[nodiscard]] std::uint64_t lostTicks() const { return missedTicks + overdueTicks + refusedTicks; }
};

/// State of a node's telemetry at one moment: now, or in the past as far as it is known.
struct NodeMoment
{
    Freshness freshness = Freshness::NeverSeen;
    std::optional<TimePoint> heard; ///< the last time up to that moment; nullopt: never, or not known
    bool isHeardEarlier = false; ///< heard is only the latest time that it can have been
    std::size_t gaps = 0; ///< that began before
    std::uint64_t lostTicks = 0; ///< known to be lost by then
    std::optional<ClockOffset> clock; ///< the newest estimate
    std::string gapReason = {}; ///< of the gap that the moment is in
};

} // namespace lockstep
