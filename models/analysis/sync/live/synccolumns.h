// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/live/syncupdate.h"
#include "models/analysis/sync/tracking/syncsnapshot.h"
#include "models/core/ids.h"
#include "models/core/metric.h"
#include "models/ingest/derived.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <vector>

namespace lockstep {

/// Values of a job after a completed step, besides the step itself. NaN: unknown.
struct JobFigures
{
    double checkpointSeconds = std::numeric_limits<double>::quiet_NaN();
    double checkpointIntervalSeconds = std::numeric_limits<double>::quiet_NaN();
    double restoreSeconds = std::numeric_limits<double>::quiet_NaN(); ///< reading the last checkpoint
    double restoreBandwidth = std::numeric_limits<double>::quiet_NaN(); ///< bytes per second, all ranks
    double bytes = 0; ///< of the step's collectives, all ranks; 0: none reported
};

/// Turns the steps of jobs into columns, tick by tick. Several steps in a tick are averaged by time; the shares of a
/// tick add up to one. The result depends only on the steps and their order. A member of SyncFollower.
class JobColumns
{
public:
    /// Adds the next step of a job.
    /// @param job invalid: no entity, so no columns
    /// @param jobs number of jobs
    void add(EntityRef job, const SyncStep& step, const JobFigures& figures, Duration tickPeriod, std::size_t jobs);
    /// Returns new results since the last call.
    void drain(Derived& derived);

private:
    static constexpr std::size_t metricCount = 15;
    using Values = std::array<float, metricCount>;

    /// Accumulated values of a tick; the next step may continue it.
    struct JobTick
    {
        TickIndex tick = 0;
        double seconds = 0; ///< weight of the other members
        TimeSpent shares{}; ///< multiplied by seconds
        Values values{};
    };
    struct Job
    {
        JobTick newest;
        std::uint32_t run = 0;
        std::uint32_t reached = 0; ///< highest step of that run
    };

    void put(std::uint32_t job, const JobTick& own, std::size_t jobs);
    static void setFigures(Job& job, const SyncStep& step, const JobFigures& figures, Values& values);

    std::map<std::uint32_t, Job> m_jobs; ///< by index
    std::array<std::map<TickIndex, std::vector<float>>, metricCount> m_new;
    std::array<std::vector<float>, metricCount> m_latest; ///< by job
};

/// Sums over several lanes of the entities of one kind; no data until a lane reports. A plain value.
class EntitySums
{
public:
    EntitySums() = default;
    explicit EntitySums(std::size_t size) : m_sums(size, 0), m_counts(size, 0) { }

    void add(EntityRef entity, float value)
    {
        if (!entity.isValid() || entity.index >= m_sums.size() || std::isnan(value))
            return;
        m_sums[entity.index] += value;
        ++m_counts[entity.index];
    }
    void add(const EntitySums& others)
    {
        grow(others.m_sums.size());
        for (std::size_t at = 0; at < others.m_sums.size(); ++at) {
            m_sums[at] += others.m_sums[at];
            m_counts[at] += others.m_counts[at];
        }
    }
    /// @pre @p others were added before
    void subtract(const EntitySums& others)
    {
        for (std::size_t at = 0; at < std::min(m_sums.size(), others.m_sums.size()); ++at) {
            m_sums[at] -= others.m_sums[at];
            m_counts[at] -= others.m_counts[at];
        }
    }

    [[nodiscard]] std::vector<float> sums() const { return values(false); }
    [[nodiscard]] std::vector<float> means() const { return values(true); }

private:
    void grow(std::size_t size)
    {
        if (size <= m_sums.size())
            return;
        m_sums.resize(size, 0);
        m_counts.resize(size, 0);
    }
    [[nodiscard]] std::vector<float> values(bool isMean) const
    {
        std::vector<float> values(m_sums.size(), noData);
        for (std::size_t at = 0; at < values.size(); ++at) {
            if (m_counts[at] > 0)
                values[at] = static_cast<float>(isMean ? m_sums[at] / m_counts[at] : m_sums[at]);
        }
        return values;
    }

    std::vector<double> m_sums; ///< double, so that subtraction leaves no visible remainder
    std::vector<std::uint32_t> m_counts;
};

/// Turns the steps of all jobs into columns, tick by tick. Several steps of a job in a tick are averaged by time; a
/// node or rack sums the ranks of all its jobs. The result depends only on the steps and their order. A member of
/// SyncFollower.
class SyncColumns
{
public:
    /// Adds the next complete step of a job.
    /// @param lanes indices into @p followed, by the job's own lanes
    void add(std::uint32_t job, const SyncStep& step, std::span<const std::uint32_t> lanes,
             std::span<const FollowedLane> followed, const SyncUpdate& news);
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
    void addSums(JobTick& own, std::span<const std::uint32_t> lanes, std::span<const FollowedLane> followed,
                 const SyncUpdate& news);
    void put(std::size_t metric, TickIndex tick, const std::vector<float>& values);

    std::map<std::uint32_t, JobTick> m_jobs; ///< newest tick of each job
    std::map<TickIndex, std::array<EntitySums, sharedCount>> m_shared; ///< sums of all jobs for the newest ticks
    std::array<std::map<TickIndex, std::vector<float>>, metricCount> m_new;
    std::array<Latest, metricCount> m_latest;
};

} // namespace lockstep
