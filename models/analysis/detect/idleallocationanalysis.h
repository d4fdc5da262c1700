// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/watch/idleallocationwatch.h"
#include "models/store/analysis.h"
#include "models/store/settledticks.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace lockstep {

/// Runs IdleAllocationWatch over the live store: the GPUs' columns every ten seconds, and the scheduler's allocations
/// of a few nodes at a time, so that each node is looked at twice a minute. Owned by an AnalysisHost.
class IdleAllocationAnalysis : public Analysis
{
public:
    static constexpr float lookSeconds = 10;
    static constexpr float roundSeconds = 30; ///< in which all nodes are looked at

    [[nodiscard]] Task take(const ClusterStore& store, const ChangeSet& changes) override;

private:
    void findLanes(const ClusterStore& store);

    SettledTicks m_ticks;
    std::uint64_t m_generation = 0; ///< of the store's lanes, that the next three count in
    std::size_t m_knownLanes = 0;
    std::vector<std::pair<std::size_t, std::uint32_t>> m_lanes; ///< of allocations, and their nodes
    std::size_t m_nextLane = 0;
    std::vector<std::pair<std::uint32_t, NodeHoldings>> m_held; ///< since the last look
    float m_sinceLook = lookSeconds;
    IdleAllocationWatch m_watch; ///< only tasks touch it, as the next
    TickIndex m_lastTick = 0;
};

} // namespace lockstep
