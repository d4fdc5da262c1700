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
    /// The next step of a job that is whole.
    /// @param lanes of the job, by its own numbers: which of @p followed they are
    void add(std::uint32_t job, const SyncStep& step, std::span<const std::uint32_t> lanes,
             std::span<const FollowedLane> followed, const SyncNews& news);
    /// No more steps of a job will come.
    void forget(std::uint32_t job) { m_jobs.erase(job); }
    /// Returns what is new since the last call.
    void drain(Derived& derived);

private:
    static constexpr std::size_t metricCount = 6;
    static constexpr std::size_t sharedCount = 3; ///< of entities that several jobs may run on

    /// Accumulated values of a job in one tick; the next step may continue it.
    struct JobTick
    {
        TickIndex tick = 0;
        std::vector<float> seconds{}; ///< by own lane: that the rest is about
        std::vector<float> blame{}; ///< GPU-seconds
        std::vector<float> wait{}; ///< seconds
        std::vector<float> slowdown{}; ///< times seconds
        std::vector<float> slowdownSeconds{};
        std::array<EntitySums, sharedCount> reported{}; ///< as they are in m_shared
    };
    struct Latest
    {
        std::vector<float> values;
        std::vector<TickIndex> ticks; ///< by entity: of which the value is
    };

    void addTick(JobTick& own, const SyncStep& step, double overlapSeconds) const;
    void tell(JobTick& own, std::span<const std::uint32_t> lanes, std::span<const FollowedLane> followed,
              const SyncNews& news);
    void put(std::size_t metric, TickIndex tick, const std::vector<float>& values);

    std::map<std::uint32_t, JobTick> m_jobs; ///< the newest tick of each
    std::map<TickIndex, std::array<EntitySums, sharedCount>> m_shared; ///< over all jobs, of the newest ticks
    std::array<std::map<TickIndex, std::vector<float>>, metricCount> m_new;
    std::array<Latest, metricCount> m_latest;
};

} // namespace lockstep
