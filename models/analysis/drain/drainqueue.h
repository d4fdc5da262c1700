// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "models/analysis/causality/causes.h"
#include "models/analysis/causality/observedjobs.h"
#include "models/analysis/goodput/draincost.h"
#include "models/core/topology/topology.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

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
