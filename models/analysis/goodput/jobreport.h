// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/goodput/figuretext.h"
#include "models/analysis/goodput/jobledger.h"
#include "models/core/rates.h"
#include "models/core/time.h"

#include <chrono>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace lockstep {

using Seconds = std::chrono::duration<double>;

/// Optimal checkpoint interval of a job that fails at random, from the cost of a checkpoint and the failure rate of the
/// whole job. Results are computing times between two checkpoints, excluding the checkpoint. NaN if an input is not a
/// positive, finite time.

/// First order: sqrt(2 C M). J. W. Young, Communications of the ACM 17(9), 1974.
/// @param cost C: time for which writing one checkpoint stops computing
/// @param failures M: mean time between failures of the whole job
[[nodiscard]] Seconds youngInterval(Seconds cost, Seconds failures);

/// Higher order: sqrt(2 C M) (1 + sqrt(C / 2M) / 3 + (C / 2M) / 9) - C for C < 2M, else M.
/// J. T. Daly, Future Generation Computer Systems 22(3), 2006, equation 37.
[[nodiscard]] Seconds dalyInterval(Seconds cost, Seconds failures);

/// Wall time divided by computing time with a checkpoint every @p interval; 1 if nothing is lost: M e^(R/M)
/// (e^((T+C)/M) - 1) / T for failures as a Poisson process. Daly 2006, as above.
/// @param restart R: from the failure until computing continues at the last checkpoint
[[nodiscard]] double expectedSlowdown(Seconds interval, Seconds cost, Seconds restart, Seconds failures);

/// Mean time between failures of a job that needs @p parts equal parts at once: that of one part divided by their
/// number.
[[nodiscard]] Seconds jointFailureTime(Seconds ofOnePart, double parts);

/// State of a job at a moment, except for its GPU time. NaN: not reported.
struct JobState
{
    static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

    TimePoint moment;
    double stepSeconds = unknown;
    double step = unknown;
    double waitShare = unknown;
    double restarts = unknown; ///< since it was first observed
    double checkpointSeconds = unknown;
    double checkpointIntervalSeconds = unknown;
    double restoreSeconds = unknown; ///< to read the last checkpoint after a restart
    double restoreBandwidth = unknown; ///< bytes per second
    double exposedBandwidth = unknown;
    double stepsTotal = unknown; ///< reported by the job, like the following ones
    double tokensPerSecond = unknown;
    double samplesPerSecond = unknown;
    double mfu = unknown;
    double mfuReference = unknown;
    double busBandwidth = unknown; ///< bytes per second
    double busBandwidthReference = unknown;
    double plannedSeconds = unknown; ///< length of the run
    double projectedSeconds = unknown;
    double watts = unknown; ///< power of its GPUs
    double coolingWatts = unknown; ///< of the cooling units, in proportion to it
    double ranksSeen = unknown; ///< that have reported spans lately
    double rankCount = unknown; ///< by its highest rank
    double allocatedGpus = unknown; ///< according to its scheduler
};

/// A metric of a job, and the member of JobState that receives its last value.
struct JobStateRow
{
    std::string_view metric;
    double JobState::*value;
};
[[nodiscard]] std::span<const JobStateRow> jobStateRows();

/// Failure rate of a job's GPUs, and its source.
struct FailureRate
{
    double secondsBetween = JobState::unknown; ///< of the whole job
    Figure figure;
};

/// Time until the job has completed all steps, at the pace of the period including losses. NaN: unknown.
[[nodiscard]] double secondsToEnd(const JobSeries& series, const JobLedger& ledger, const JobState& state);

/// All values on a job's page: progress, GPU time, checkpoints, expected end. An unknown value has a reason, and is
/// never shown as zero.
[[nodiscard]] std::vector<FigureGroup> jobReport(const JobSeries& series, const JobLedger& ledger,
                                                 const JobState& state, const Rates& rates);

} // namespace lockstep
