// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lockstep {

/// How much a node's numbers can be trusted to be current.
enum class Freshness : std::uint8_t { NeverSeen, Live, Stale };

/// What is known of a node's telemetry itself.
struct NodeStatus
{
    Freshness freshness = Freshness::NeverSeen;
    SourceId source;
    TimePoint lastTick; ///< node time of its newest tick
    TimePoint lastReceived; ///< our clock when that came
    std::uint64_t ticks = 0; ///< received
    std::uint64_t missedTicks = 0; ///< known to be lost
    std::vector<Gap> gaps; ///< oldest first, within the store's history
    std::optional<ClockOffset> clock;
};

} // namespace lockstep
