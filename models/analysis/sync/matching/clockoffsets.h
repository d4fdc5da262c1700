// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/collectivematch.h"
#include "models/analysis/sync/matching/collectiveop.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockstep {

/// Offsets between the participants' clocks, estimated from collectives: a synchronising collective ends on all ranks
/// at about the same time, so differences between its ends are clock offsets.
struct ClockOffsets
{
    enum class Quality : std::uint8_t {
        Unknown, ///< nothing to compare, or the ends scatter too much: no order may be claimed
        Shared, ///< one clock: no offset above the scatter
        Corrected, ///< offsets estimated and to be subtracted
    };

    Quality quality = Quality::Unknown;
    std::vector<Duration> offset; ///< per participant, to subtract from its times; zero unless Corrected
    Duration uncertainty{}; ///< typical scatter of ends around the estimate
    std::size_t compared = 0; ///< number of collectives used
};

[[nodiscard]] ClockOffsets estimateClockOffsets(const CollectiveTrace& trace, const CollectiveMatches& matches);

} // namespace lockstep
