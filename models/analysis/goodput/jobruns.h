// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/goodput/figuretext.h"
#include "models/analysis/goodput/jobledger.h"
#include "models/core/time.h"

#include <limits>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// One run of a job: from its first step to its last. NaN: not reported.
struct JobRun
{
    static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

    std::string job;
    TickRange ticks;
    TimeRange range;
    double gpus = unknown;
    double stepSeconds = unknown; ///< median
    double mfu = unknown; ///< mean
    double waitShare = unknown; ///< mean
    std::map<double, double> lossByStep;
    // Nodes and hardware that it ran on; empty: unknown.
    std::set<std::string> nodes;
    std::set<std::string> racks;
    std::map<std::string, std::set<std::string>> properties; ///< values on its nodes, by name ("GPU driver")
};

/// The name without the number that a scheduler appends: "llama" of "llama-4711".
[[nodiscard]] std::string_view jobBaseName(std::string_view name);

/// The runs in a series, oldest first, without nodes and properties. A run ends with an absence longer than
/// JobLedger::longestSilence, or when the job starts again at or before its first step. Skips runs of only a few steps.
[[nodiscard]] std::vector<JobRun> runsIn(const std::string& job, const JobSeries& series);

/// Compares the last run with the earlier ones: step time, MFU, waits, loss at the same step, and changes since the
/// previous run. States if there are no earlier runs. @param runs oldest first, at least one
[[nodiscard]] FigureGroup earlierRuns(std::span<const JobRun> runs);

} // namespace lockstep
