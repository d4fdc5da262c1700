// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "models/analysis/causality/causes.h"
#include "models/analysis/causality/observedjobs.h"
#include "models/analysis/goodput/figuretext.h"
#include "models/core/rates.h"
#include "models/core/topology/topology.h"

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// A job that runs on a faulty component which could be drained. NaN: unknown.
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

/// Costs of continuing and of each way to drain, with formulas and inputs, and the cheapest choice.
struct DrainVerdict
{
    std::vector<DrainOption> options; ///< one for each plan, in their order
    DrainPlan best = DrainPlan::GoOn; ///< the cheapest of the known plans
    bool isKnown = false; ///< continuing and at least one other plan are known
    double wonGpuSeconds = DrainCase::unknown; ///< gain of the best plan over continuing; not negative
    double breakEvenSeconds = DrainCase::unknown; ///< minimum duration of the fault for which draining pays

    [[nodiscard]] const DrainOption& option(DrainPlan plan) const { return options[static_cast<std::size_t>(plan)]; }
};

[[nodiscard]] DrainVerdict evaluateDrain(const DrainCase& its);

/// The same for display: the plans, the gain, and all inputs.
[[nodiscard]] std::vector<FigureGroup> drainFigures(const DrainCase& its, const DrainVerdict& verdict,
                                                    const Rates& rates);
/// "Checkpoint, then drain"
[[nodiscard]] const char* toText(DrainPlan plan);

/// Remedy of a cause.
struct CauseRemedy
{
    Remedy remedy = Remedy::Repair; ///< first one to try
    Takes takes = Takes::Node;
    double mendSeconds = 0; ///< typical time until repair
};
/// Remedy of an alert: that of its kind, or a stronger one that the XIDs in its chain require.
[[nodiscard]] CauseRemedy remedyOf(const Alert& alert);
/// As in the causes table. For an unknown kind: a repair.
[[nodiscard]] CauseRemedy remedyOfKind(std::string_view kind);

/// A job that a fault may affect.
struct DrainedJob
{
    std::string name;
    std::vector<EntityRef> places; ///< GPUs and nodes on which its ranks run
    DrainCase its; ///< without the cost of the fault and of its repair
};

/// A cause in the drain queue, and the advice.
struct DrainEntry
{
    Alert alert;
    CauseRemedy remedy;
    std::vector<EntityRef> nodes; ///< to drain; empty: draining does not help
    std::string job; ///< the largest job known to run on them; empty: none
    bool hasSpares = false; ///< enough idle nodes of the same make
    DrainCase its;
    DrainVerdict verdict;

    /// Nothing runs there, so draining costs nothing. Unknown for silent nodes.
    [[nodiscard]] bool isFree() const;
    [[nodiscard]] bool isWorthDraining() const;
};

/// GPU seconds per second that an alert costs a job, recently measured; nullopt: not measured.
struct DrainLoss
{
    std::string key; ///< of the alert
    std::optional<double> gpus;
};

/// The nodes to take out of service for an alert; empty: draining does not help, or there are too many.
[[nodiscard]] std::vector<EntityRef> nodesToDrain(const Alert& alert, const Topology& topology);

/// Active causes in the order in which to act: largest gain first, then nodes that are free to drain, then unknown
/// ones, then those where draining does not help. A pure function.
/// @param idleNodes nodes that report and run nothing
[[nodiscard]] std::vector<DrainEntry> drainQueue(std::span<const Alert> alerts, std::span<const DrainedJob> jobs,
                                                 std::span<const DrainLoss> losses,
                                                 std::span<const EntityRef> idleNodes, const Topology& topology);

} // namespace lockstep
