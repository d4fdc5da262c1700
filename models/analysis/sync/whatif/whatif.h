// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/trace/trainingop.h"
#include "models/analysis/sync/whatif/slowlanes.h"
#include "models/core/result.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep {

/// What delays a job, according to replays of its steps.
enum class WhatIfVerdict : std::uint8_t {
    NoStraggler, ///< S below the threshold
    OneWorker, ///< few workers explain the slowdown (M_W)
    LastStage, ///< the last pipeline stage is too long (M_S)
    Data, ///< neither: the work itself is uneven (sequence lengths)
};

/// "no straggler", "one worker", "last stage", "data".
[[nodiscard]] std::string_view whatIfVerdictName(WhatIfVerdict verdict);

struct WhatIfStep
{
    std::int32_t step = 0;
    double seconds = 0; ///< simulated with observed durations, without launch gaps
    double idealSeconds = 0;
};

struct WhatIfWorker
{
    std::int32_t dpRank = 0;
    std::int32_t stage = 0;
    double slowdown = 1; ///< smaller of the slowdowns of its data-parallel rank and its stage
    /// The slowest rank's time relative to the median for the same work; NaN: not computed for a trace.
    double pace = std::numeric_limits<double>::quiet_NaN();
    /// If it alone were ideal; NaN: not evaluated.
    double stepSecondsWithout = std::numeric_limits<double>::quiet_NaN();
    double stepSecondsWith = std::numeric_limits<double>::quiet_NaN(); ///< as observed, the same steps

    /// Reduction of the step time without it; NaN: not evaluated.
    [[nodiscard]] double secondsSaved() const { return stepSecondsWith - stepSecondsWithout; }
    /// Slowdown of its own work if known, otherwise of the steps.
    [[nodiscard]] double ownSlowdown() const { return std::isnan(pace) ? slowdown : pace; }
};

/// Cost of stragglers to a job, and the stragglers. Slowdowns are ratios of mean step times; 1 is no loss. Source:
/// "Understanding Stragglers in Large Model Training Using What-if Analysis" (OSDI 2025).
struct WhatIf
{
    double slowdown = 1; ///< S: observed / ideal
    double stepSeconds = 0; ///< mean over steps, simulated with observed durations
    double idealStepSeconds = 0;
    /// M_W: share of the loss that disappears if the slowest 3 % of workers are ideal; NaN: no loss.
    double workerShare = 0;
    double lastStageShare = 0; ///< M_S: the same for the last stage
    WhatIfVerdict verdict = WhatIfVerdict::NoStraggler;
    std::vector<std::pair<std::int32_t, double>> byDpRank; ///< slowdown with only this rank as observed
    std::vector<std::pair<std::int32_t, double>> byStage;
    std::vector<std::pair<std::string, double>> byOpType; ///< opTypeReportName
    std::vector<WhatIfWorker> workers; ///< every worker, slowest first; ties to the lower stage, then the lower rank
    std::size_t replacedWorkers = 0; ///< number of workers that M_W makes ideal
    std::vector<WhatIfStep> steps;
    std::vector<std::string> notes; ///< missing data of the trace
};

/// Number of slowest workers that are evaluated alone.
inline constexpr std::size_t workersTakenAlone = 16;

/// The what-if results of a job, and of its workers.
struct JobWhatIf
{
    struct Worker
    {
        std::int32_t dpRank = 0;
        std::int32_t stage = 0;
        std::uint32_t rank = 0; ///< rank of the job that represents the worker
    };

    std::string job;
    WhatIf result;
    std::vector<Worker> workers; ///< unsorted
    std::vector<SlowLane> slow; ///< slowest first; empty: no outlier, or not computed for a trace
    double slowShare = 0; ///< share of the loss that disappears if all of them are ideal; NaN: no loss
    double transferShare = 0; ///< the same with all transfers at the usual speed
    double stepSecondsWithoutSlow = std::numeric_limits<double>::quiet_NaN(); ///< NaN: not evaluated
    /// Actual duration of the replayed steps; NaN: unknown. If it differs much from stepSeconds, the replay is invalid.
    double measuredStepSeconds = std::numeric_limits<double>::quiet_NaN();

    /// The rank that represents a worker; nullopt: none.
    [[nodiscard]] std::optional<std::uint32_t> rankOf(std::int32_t dpRank, std::int32_t stage) const;
};

/// Replays a trace with stragglers removed, one kind at a time. Fails if the trace contains no complete step.
[[nodiscard]] Result<WhatIf> analyseWhatIf(const TrainingTrace& trace);

/// Fills in the workers of a result from its slowdowns by rank and stage, slowest first.
void rankWorkers(WhatIf& result);

/// Number of slowest workers that M_W makes ideal: 3 %, rounded up.
[[nodiscard]] std::size_t slowestWorkers(std::size_t workers);

/// Share of the loss that disappears with that step time; NaN if there is no significant loss.
[[nodiscard]] double shareOfLoss(const WhatIf& result, double secondsWithout);

/// Main cause of the slowdown.
[[nodiscard]] WhatIfVerdict judgeWhatIf(const WhatIf& result);

} // namespace lockstep
