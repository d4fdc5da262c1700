// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/live/syncboard.h"
#include "models/core/time.h"
#include "models/ingest/derived.h"

#include <array>

namespace lockstep {

/// Goodput, effective GPUs and wait loss of all jobs, as the header shows them, tick by tick: each holds until a step
/// of any job changes it. A member of SyncFollower.
class ClusterColumns
{
public:
    /// @param tick in which the newest step of the snapshot ended
    void add(const SyncSnapshot& snapshot, TickIndex tick, Derived& derived);

private:
    static constexpr std::size_t metricCount = 4;
    static constexpr TickIndex longestHold = 600; ///< ticks without a step: then nobody knows

    void put(TickIndex tick, Derived& derived) const;

    std::array<float, metricCount> m_values{};
    TickIndex m_last = -1; ///< that has these; -1: none
};

} // namespace lockstep
