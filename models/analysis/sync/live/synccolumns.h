// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/live/entitysums.h"
#include "models/analysis/sync/live/syncnews.h"
#include "models/analysis/sync/tracking/syncsnapshot.h"
#include "models/ingest/derived.h"

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace lockstep {

/// Turns the steps of all jobs into columns, tick by tick. Several steps of a job in a tick are averaged by time; a
/// node or rack sums the ranks of all its jobs. The result depends only on the steps and their order. A member of
/// SyncFollower.
class SyncColumns
{
public:
    /// Adds the next complete step of a job.
    /// @param lanes indices into @p followed, by the job's own lanes
    void add(std::uint32_t job, const SyncStep& step, std::span<const std::uint32_t> lanes,
             std::span<const FollowedLane> followed, const SyncNews& news);
    /// The job has ended.
    void forget(std::uint32_t job) { m_jobs.erase(job); }
    /// Returns new columns since the last call.
    void drain(Derived& derived);

private:
    static constexpr std::size_t metricCount = 6;
    static constexpr std::size_t sharedCount = 3; ///< kinds of entities that jobs may share

    /// Accumulated values of a job in one tick; the next step may continue it.
    struct JobTick
    {
        TickIndex tick = 0;
        std::vector<float> seconds{}; ///< weight of the other members, by own lane
        std::vector<float> blame{}; ///< GPU-seconds
        std::vector<float> wait{}; ///< seconds
        std::vector<float> slowdown{}; ///< multiplied by seconds
        std::vector<float> slowdownSeconds{};
        std::array<EntitySums, sharedCount> reported{}; ///< part of m_shared
    };
    struct Latest
    {
        std::vector<float> values;
        std::vector<TickIndex> ticks; ///< by entity: tick of the latest value
    };

    void addTick(JobTick& own, const SyncStep& step, double overlapSeconds) const;
    void tell(JobTick& own, std::span<const std::uint32_t> lanes, std::span<const FollowedLane> followed,
              const SyncNews& news);
    void put(std::size_t metric, TickIndex tick, const std::vector<float>& values);

    std::map<std::uint32_t, JobTick> m_jobs; ///< newest tick of each job
    std::map<TickIndex, std::array<EntitySums, sharedCount>> m_shared; ///< sums of all jobs for the newest ticks
    std::array<std::map<TickIndex, std::vector<float>>, metricCount> m_new;
    std::array<Latest, metricCount> m_latest;
};

} // namespace lockstep
