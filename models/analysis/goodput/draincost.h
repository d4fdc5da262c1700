// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/goodput/figure.h"
#include "models/core/rates.h"

#include <limits>
#include <vector>

namespace lockstep {

/// A job that continues on a faulty component, which could be drained. NaN: unknown.
struct DrainCase
{
    static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

    double gpus = unknown; ///< of the job
    double lostShare = unknown; ///< share of the GPUs' time that the fault costs while the job continues
    double goesOnSeconds = unknown; ///< remaining time: until the job's end, or the planning horizon
    bool isEndKnown = false; ///< false: an assumption
    double computedGpuSeconds = unknown; ///< since the last checkpoint; lost if the job is stopped now
    double checkpointSeconds = unknown; ///< time for which a checkpoint stops the ranks
    double nextCheckpointSeconds = unknown; ///< until the next one is complete
    double restartSeconds = unknown; ///< from the stop until the job computes again
    bool isRestartSeen = true; ///< false: restartSeconds is an assumption
    double mendSeconds = unknown; ///< until the component is repaired
    bool hasSpare = false; ///< a replacement is available at once
    bool runs = true; ///< it still makes steps, and can write a checkpoint
};

/// A possible response.
enum class DrainPlan : std::uint8_t { GoOn, StopNow, CheckpointFirst, AtNextCheckpoint };

struct DrainOption
{
    DrainPlan plan = DrainPlan::GoOn;
    double gpuSeconds = DrainCase::unknown; ///< total loss of the plan; NaN: unknown or impossible
    double isolatedInSeconds = DrainCase::unknown; ///< until the job has left the component; NaN if it continues
    Figure figure;
};

/// Continue or drain: the cost of each plan, with formulas and inputs, and the cheapest one.
struct DrainVerdict
{
    std::vector<DrainOption> options; ///< one for each plan, in their order
    DrainPlan best = DrainPlan::GoOn; ///< among the known plans
    bool isKnown = false; ///< continuing and at least one other plan are known
    double wonGpuSeconds = DrainCase::unknown; ///< gain of the best plan over continuing; not negative
    double paysAfterSeconds = DrainCase::unknown; ///< minimum duration of the fault for which draining pays

    [[nodiscard]] const DrainOption& option(DrainPlan plan) const { return options[static_cast<std::size_t>(plan)]; }
};

[[nodiscard]] DrainVerdict drainOrGoOn(const DrainCase& its);

/// The same for people: the plans, the gain, and all inputs.
[[nodiscard]] std::vector<FigureGroup> drainFigures(const DrainCase& its, const DrainVerdict& verdict,
                                                    const Rates& rates);
/// "Checkpoint, then drain"
[[nodiscard]] const char* toText(DrainPlan plan);

} // namespace lockstep
