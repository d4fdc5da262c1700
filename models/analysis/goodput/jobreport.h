// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/goodput/figure.h"
#include "models/analysis/goodput/jobledger.h"
#include "models/core/rates.h"
#include "models/core/time.h"

#include <limits>
#include <vector>

namespace lockstep {

/// State of a job at a moment, apart from its GPU time. NaN: not reported.
struct JobState
{
    static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

    TimePoint moment;
    double stepSeconds = unknown;
    double step = unknown;
    double waitShare = unknown;
    double restarts = unknown; ///< since it was first seen
    double checkpointSeconds = unknown;
    double checkpointIntervalSeconds = unknown;
    double exposedBandwidth = unknown;
    double stepsTotal = unknown; ///< this and the following as the job posts them
    double tokensPerSecond = unknown;
    double samplesPerSecond = unknown;
    double mfu = unknown;
    double watts = unknown; ///< that its GPUs draw
    double ranksSeen = unknown; ///< that have reported spans lately
    double rankCount = unknown; ///< by its highest rank
    double allocatedGpus = unknown; ///< as its scheduler says
};

/// Failure rate of a job's GPUs, and its source.
struct FailureRate
{
    double secondsBetween = JobState::unknown; ///< failures of the whole job
    Figure figure;
};

/// Measured over the stretch where it holds at least @p enoughRestarts; else as the user says, else as it was published
/// for a large cluster.
[[nodiscard]] FailureRate failureRateOf(const JobLedger& ledger, Duration tickPeriod, const Rates& rates);

/// Until it has taken all its steps, at the pace of the stretch with all that was lost in it. NaN: not known.
[[nodiscard]] double secondsToEnd(const JobSeries& series, const JobLedger& ledger, const JobState& state);

/// All figures of a job's page: progress, GPU time, checkpoints, expected end. Unknown figures say why; none is zero
/// for lack of data.
[[nodiscard]] std::vector<FigureGroup> jobReport(const JobSeries& series, const JobLedger& ledger,
                                                 const JobState& state, const Rates& rates);

} // namespace lockstep
