// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/tracking/syncsnapshot.h"
#include "models/core/ids.h"
#include "models/core/metric.h"
#include "models/ingest/derived.h"

#include <array>
#include <cstdint>
#include <limits>
#include <map>
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
    /// Returns what is new since the last call.
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

} // namespace lockstep
