// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/span.h"
#include "models/core/time.h"
#include "models/core/topology/topology.h"
#include "models/store/spans/spanarrivals.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lockstep {

/// A lane as passed from the store to the analysis.
struct FollowedLane
{
    EntityRef entity;
    EntityRef node;
    EntityRef rack;
    std::uint32_t rank = Span::noRank;
    std::uint32_t job = 0;
    std::string name; ///< "rank 3"; may be empty
};

/// New data in the store.
struct SyncUpdate
{
    bool isRestart = false;
    bool isComplete = false; ///< all sources have ended: there is no more data
    std::uint64_t missedSpans = 0;
    /// A lane that now belongs to another job.
    struct Passed
    {
        std::uint32_t lane = 0;
        std::uint32_t job = 0;
    };
    std::vector<Passed> passed;
    std::vector<FollowedLane> lanes;
    std::vector<std::string> names; ///< new names, which continue the numbering
    std::vector<ArrivedSpan> spans;
    /// gpu.throttle_reasons at one tick, by GPU; recent ticks are passed again as they become complete.
    struct Throttles
    {
        TickIndex tick = 0;
        std::vector<float> reasons;
    };
    std::vector<Throttles> throttles;
    std::vector<float> allocatedGpus; ///< by job, according to schedulers; may be shorter than there are jobs
    TopologyPtr topology;
    Duration tickPeriod{};
    std::array<std::size_t, entityKindCount> entities{}; ///< number of entities of each kind
};

} // namespace lockstep
