// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/detect/watch/steppedanalysis.h"
#include "models/core/topology/topology.h"
#include "models/ingest/derived.h"
#include "models/store/allocations.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

/// Allocations of a scheduler and activity of the GPUs, at one moment.
struct AllocationTick : AnalysedTick
{
    TopologyPtr topology;
    std::vector<float> memoryUsed; ///< by GPU; no data where NaN or too short
    std::vector<float> memoryTotal;
    std::vector<float> utilisation;
    std::vector<float> allocated; ///< GPUs by node, according to the scheduler
    std::vector<std::pair<std::uint32_t, NodeHoldings>> held; ///< of the nodes read since the previous tick
};

/// Detects GPUs that a job holds and does not use (job.idle_allocation): for ten minutes they have next to no memory in
/// use and no utilisation. Both must be measured all the time, and the scheduler must report; missing data does not
/// count as idle. A plain value, used by the analysis's worker.
class IdleAllocationWatch
{
public:
    static constexpr Duration idleFor = std::chrono::minutes(10);
    static constexpr float driverBytes = 1024.0F * 1024 * 1024; ///< memory that a driver may use without any process
    static constexpr float driverShare = 0.02F; ///< likewise, as a share of the total; the larger of both applies
    static constexpr float noUtilisation = 0.01F;
    static constexpr EpisodeRule rule{.lasts = 1, .calm = 30};

    void step(const AllocationTick& now, Derived& out);

private:
    struct Held
    {
        AllocatedPart part;
        TimePoint since; ///< first seen
    };
    /// GPUs of a job that are idle for long enough.
    struct Idle
    {
        std::string tenant;
        std::vector<EntityRef> nodes;
        std::uint32_t gpus = 0;
        TimePoint since; ///< time since which all of them are idle
        bool isUnclear = false; ///< the state of some of its GPUs is unknown
    };

    void followHoldings(const AllocationTick& now);
    void followGpus(const AllocationTick& now);
    void addNode(const AllocationTick& now, std::uint32_t node, std::map<std::string, Idle>& jobs) const;
    void report(const AllocationTick& now, const std::map<std::string, Idle>& jobs, Derived& out);

    std::map<std::uint32_t, std::vector<Held>> m_held; ///< by node
    std::vector<std::optional<TimePoint>> m_idleSince; ///< by GPU; nullopt: in use, or not known
    std::vector<bool> m_isMeasured; ///< by GPU, now
    TickIndex m_looks = 0;
    Episodes m_episodes;
};

/// Runs IdleAllocationWatch over the live store: the GPUs' columns every ten seconds, and the scheduler's allocations
/// of a few nodes at a time, so that each node is checked twice a minute. Owned by an AnalysisHost.
class IdleAllocationAnalysis : public SteppedAnalysis<IdleAllocationWatch>
{
public:
    static constexpr float checkSeconds = 10;
    static constexpr float roundSeconds = 30; ///< in which each node is checked once

    [[nodiscard]] Task take(const ClusterStore& store, const ChangeSet& changes) override;

private:
    void findLanes(const ClusterStore& store);

    std::uint64_t m_generation = 0; ///< of the store's lanes, to which the next three members refer
    std::size_t m_knownLanes = 0;
    std::vector<std::pair<std::size_t, std::uint32_t>> m_lanes; ///< lanes of allocations, and their nodes
    std::size_t m_nextLane = 0;
    std::vector<std::pair<std::uint32_t, NodeHoldings>> m_held; ///< read since the last AllocationTick
    float m_sinceCheck = checkSeconds;
};

} // namespace lockstep
