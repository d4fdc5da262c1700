// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/goodput/figure.h"
#include "models/core/rates.h"

#include <limits>
#include <vector>

namespace lockstep {

/// A job that continues on a faulty component, which could be drained. NaN: not known.
struct DrainCase
{
    static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

    double gpus = unknown; ///< of the job
    double lostShare = unknown; ///< of their time that the fault takes while the job goes on
    double goesOnSeconds = unknown; ///< for which it would: until the job's end, or as long as one plans ahead
    bool isEndKnown = false; ///< else the above is an assumption
    double computedGpuSeconds = unknown; ///< since the last checkpoint: gone if the job is stopped now
    double checkpointSeconds = unknown; ///< for which one keeps the ranks
    double nextCheckpointSeconds = unknown; ///< until the next one has been written
    double restartSeconds = unknown; ///< from the stop until the job computes again
    bool isRestartSeen = true; ///< else the above is an assumption
    double mendSeconds = unknown; ///< until what was taken out is back
    bool hasSpare = false; ///< something else can take its place at once
    bool runs = true; ///< it still takes steps, and can write a checkpoint
};

/// A possible response.
enum class DrainPlan : std::uint8_t { GoOn, StopNow, CheckpointFirst, AtNextCheckpoint };

struct DrainOption
{
    DrainPlan plan = DrainPlan::GoOn;
    double gpuSeconds = DrainCase::unknown; ///< total loss of the plan; NaN: unknown or not possible
    double isolatedInSeconds = DrainCase::unknown; ///< until the job is off it; going on: never, NaN
    Figure figure;
};

/// Continue or drain: the cost of each plan, with formulas and inputs, and the cheapest one.
struct DrainVerdict
{
    std::vector<DrainOption> options; ///< one of each plan, in their order
    DrainPlan best = DrainPlan::GoOn; ///< among the known plans
    bool isKnown = false; ///< continuing and at least one other plan are known
    double wonGpuSeconds = DrainCase::unknown; ///< by the best, against going on: none of it below 0
    double paysAfterSeconds = DrainCase::unknown; ///< for which the fault must last for draining to pay

    [[nodiscard]] const DrainOption& option(DrainPlan plan) const { return options[static_cast<std::size_t>(plan)]; }
};

[[nodiscard]] DrainVerdict drainOrGoOn(const DrainCase& its);

/// The same for people: the plans, what the best wins, and what all of it rests on.
[[nodiscard]] std::vector<FigureGroup> drainFigures(const DrainCase& its, const DrainVerdict& verdict,
                                                    const Rates& rates);
/// "drain after a checkpoint"
[[nodiscard]] const char* toText(DrainPlan plan);

} // namespace lockstep
