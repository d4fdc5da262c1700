// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/detect/baseline/learnedseries.h"
#include "models/core/eventcodes.h"
#include "models/core/topology/topology.h"
#include "models/ingest/derived.h"
#include "models/store/analysis.h"
#include "models/store/settledticks.h"

#include <deque>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lockstep {

/// Sums the traffic of each job's nodes (job.traffic), and detects a job that sends far more than before, so that other
/// jobs on its links have to wait. Bursts are compared with earlier bursts of the same job; a single burst is ignored.
/// A window lasts some seconds and at least two ticks. Ticks arrive in order. A plain value, used by the analysis's
/// worker.
class JobTraffic
{
public:
    static constexpr float burst = 5; ///< seconds that are summed
    /// Seconds of a window; each of two consecutive ones must contain a burst.
    static constexpr float stretches[] = {10, 30};
    static constexpr float burstFactor = 1.6F; ///< relative to its usual bursts; overlapping steps add some
    /// Relative to the capacity of the node's ports. Less traffic does not affect other jobs.
    static constexpr float worthwhile = 0.02F;
    static constexpr std::size_t minLearnedWindows = 2; ///< minimum number of windows before a job is judged
    static constexpr EpisodeRule rule{.lasts = 1, .calm = 60};

    struct Job
    {
        std::string name;
        EntityRef first; ///< node of its first rank, for which it is reported
        std::vector<std::uint32_t> nodes;
    };
    struct Tick : AnalysedTick
    {
        const Topology& topology;
        const std::vector<Job>& jobs;
        const std::vector<float>& transmit; ///< bytes per second, by port
        const std::vector<float>& rates; ///< bits per second, by port
    };

    explicit JobTraffic(LearnedBaselines* baselines = nullptr)
        : m_learned(baselines, codes::jobTraffic, "fabric traffic")
    { }

    void step(const Tick& now, Derived& out);

private:
    struct History
    {
        std::deque<float> sent; ///< bytes by tick, sum of its nodes; oldest first
        std::deque<float> bursts; ///< bytes: the largest in each window without a finding
        std::size_t sinceLearned = 0; ///< ticks
        EntityRef entity; ///< of the job; invalid: not found yet
    };

    void recall(const Job& job, History& history, const Tick& now, Derived& out);

    void judge(const Job& job, float capacity, const Tick& now, Derived& out);
    [[nodiscard]] static float largestBurst(const std::deque<float>& sent, std::size_t from, std::size_t to,
                                            std::size_t burstTicks);

    std::map<std::string, History> m_jobs;
    Episodes m_episodes;
    LearnedSeries m_learned; ///< by job
};

/// Runs JobTraffic over the live store. Owned by the host.
class TrafficAnalysis final : public Analysis
{
public:
    /// @param baselines stores learned baselines across restarts; null: they are not stored
    explicit TrafficAnalysis(LearnedBaselines* baselines = nullptr) : m_traffic(baselines) { }

    [[nodiscard]] Task take(const ClusterStore& store, const ChangeSet& changes) override;

private:
    using Jobs = std::vector<JobTraffic::Job>;

    [[nodiscard]] static std::shared_ptr<const Jobs> jobsOf(const ClusterStore& store);

    static constexpr TickIndex refreshTicks = 30; ///< ticks until jobs and their nodes are read again
    SettledTicks m_ticks; ///< used by the GUI thread, like the following members
    std::shared_ptr<const Jobs> m_jobs;
    TickIndex m_examined = 0;
    std::size_t m_lanes = 0;
    JobTraffic m_traffic; ///< used by the worker
};

} // namespace lockstep
