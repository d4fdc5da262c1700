// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/goodput/goodput.h"
#include "models/core/ids.h"
#include "models/core/time.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace lockstep {

/// Metrics of one job over a period, one value per tick; NaN: no data. See metrics::job.
struct JobSeries
{
    Duration tickPeriod{};
    /// Of the values, ascending. May leave out pauses longer than JobLedger::longestSilence, in which nothing was
    /// recorded.
    std::vector<TickIndex> ticks;
    std::vector<float> goodput; ///< the shares of a tick add up to one, including unknown time
    std::vector<float> wait;
    std::vector<float> checkpoint;
    std::vector<float> restart;
    std::vector<float> idle;
    std::vector<float> gpus;
    std::vector<float> step;
    std::vector<float> stepTime;
    std::vector<float> restarts;
    std::vector<float> mfu;
    std::vector<float> loss; ///< training loss

    [[nodiscard]] bool hasData(std::size_t at) const; ///< of a tick
};

/// A metric of a job, and its member of the series.
struct JobSeriesRow
{
    std::string_view metric;
    std::vector<float> JobSeries::*values;
};
[[nodiscard]] std::span<const JobSeriesRow> jobSeriesRows();

/// Reads the series of each of some jobs.
using ReadSeries = std::function<std::vector<JobSeries>(std::span<const EntityRef> jobs)>;
/// Reads the series of jobs in parts of bounded size, because a day of many jobs takes gigabytes.
/// @param ticks number of ticks of each series
void visitSeries(std::span<const EntityRef> jobs, std::size_t ticks, const ReadSeries& read,
                 const std::function<void(EntityRef job, const JobSeries& series)>& use);

/// A restart of a job at a lower step; the work since that step is lost.
struct Rollback
{
    TickIndex at = 0;
    double fromStep = 0; ///< the highest step reached
    double toStep = 0; ///< first step after the restart
    double gpuSeconds = 0; ///< productive time lost, as far as the period reaches back
};

/// Accounts for the GPU time of a job in a period. The result depends only on the series, so live, past and replayed
/// results agree. The ledger begins at the first tick with data. A job without data for longer than longestSilence was
/// absent and held no GPUs; shorter gaps are unknown time. The unfinished step at the end is excluded. Work counts as
/// lost once its steps are repeated. A job that has written a checkpoint and starts again at its first step is a new
/// run.
struct JobLedger
{
    static constexpr Duration longestSilence = std::chrono::minutes(15);
    static constexpr Duration minTimeout = std::chrono::seconds(15); ///< for the current step

    GpuTime time;
    TickRange counted; ///< from the first tick to the last counted one
    std::size_t heldTicks = 0; ///< of these, ticks in which the job held its GPUs
    std::size_t silentTicks = 0; ///< ticks without data at the end of the period
    double gpus = 0; ///< last known number
    std::vector<Rollback> rollbacks;
    double sinceCheckpoint = 0; ///< productive GPU-seconds since the last checkpoint, which a failure would lose
    bool hasCheckpoint = false; ///< a checkpoint was written in the period; otherwise the above counts from its
                                ///< beginning

    [[nodiscard]] bool isEmpty() const { return heldTicks == 0; }
};

[[nodiscard]] JobLedger ledgerOf(const JobSeries& series);

} // namespace lockstep
