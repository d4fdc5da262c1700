// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/tracking/jobverdict.h"
#include "models/core/ids.h"
#include "models/core/time.h"
#include "models/store/columns/changeset.h"

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace lockstep {

/// Reason of throttling, by the bits of gpu.throttle_reasons; Unknown: not throttled.
[[nodiscard]] RankCause causeOfThrottling(float reasons);

/// Which GPUs were throttled in recent ticks, and why. One thread at a time; a member of SyncFollower.
class ThrottleHistory
{
public:
    static constexpr std::size_t keptTicks = 256;

    /// Reasons reported by the GPUs in a tick, by index; a later call for the same tick replaces it.
    void add(TickIndex tick, std::span<const float> reasons);

    /// Why a GPU was throttled for a significant part of these ticks; Unknown: it was not, or the reason is unknown.
    [[nodiscard]] RankCause causeOf(std::uint32_t gpu, TickRange ticks) const;

private:
    std::map<TickIndex, std::vector<std::uint8_t>> m_ticks; ///< RankCause by GPU; notKnown: not reported
};

} // namespace lockstep
