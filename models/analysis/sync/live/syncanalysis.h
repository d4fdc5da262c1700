// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/analysis.h"
#include "models/store/spans/spanarrivals.h"

#include <QPointer>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lockstep {

class LearnedBaselines;
class SyncResults;
class SyncFollower;

/// Analyses the waits of all jobs in the store: derived metrics (gpu.sync.blame, gpu.sync.wait_share,
/// gpu.sync.slowdown, and sums per node and rack), events for stragglers and hangs, and a snapshot in SyncResults.
class SyncAnalysis : public Analysis
{
public:
    /// @param baselines stores learned baselines across restarts; null: they are not stored
    explicit SyncAnalysis(SyncResults& syncResults, LearnedBaselines* baselines = nullptr);
    ~SyncAnalysis() override;

    [[nodiscard]] Task take(const ClusterStore& store, const ChangeSet& changes) override;

private:
    QPointer<SyncResults> m_syncResults;
    std::shared_ptr<SyncFollower> m_follower; ///< used by tasks only
    std::uint64_t m_generation = 0; ///< of the store's lanes, to which the other members refer
    std::uint64_t m_nextArrival = 0;
    std::vector<std::uint32_t> m_laneJobs; ///< of the known lanes
    std::size_t m_knownNames = 0;
};

} // namespace lockstep
