// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/observedjobs.h"
#include "models/analysis/drain/remedies.h"
#include "models/analysis/goodput/draincost.h"
#include "models/core/topology/topology.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// A job that a fault may affect.
struct DrainedJob
{
    std::string name;
    std::vector<EntityRef> places; ///< GPUs and nodes that its ranks run on
    DrainCase its; ///< all but what the fault takes, and what mending it takes
};

/// A cause in the drain queue, and the advice.
struct DrainEntry
{
    Alert alert;
    CauseRemedy remedy;
    std::vector<EntityRef> nodes; ///< to take out of service; empty: draining does not help
    std::string job; ///< that is known to run on them, the largest; empty: none
    bool hasSpares = false; ///< as many idle nodes of the same make as are taken out
    DrainCase its;
    DrainVerdict verdict;

    /// Nothing runs there, so that taking it out costs nothing. Of what is silent that is not known.
    [[nodiscard]] bool isFree() const;
    [[nodiscard]] bool isWorthDraining() const;
};

/// GPU seconds per second that an alert takes from a job, as measured recently; nullopt: not measured.
struct DrainLoss
{
    std::string key; ///< of the alert
    std::optional<double> gpus;
};

/// The nodes to take out of service for an alert; empty: draining does not help, or there are too many.
[[nodiscard]] std::vector<EntityRef> nodesToDrain(const Alert& alert, const Topology& topology);

/// What goes on, in the order in which to act: first where draining wins the most, then what it costs nobody to take
/// out, what cannot be said, and what draining does not help. A function of its inputs alone.
/// @param idleNodes that report, and on which nothing runs
[[nodiscard]] std::vector<DrainEntry> drainQueue(std::span<const Alert> alerts, std::span<const DrainedJob> jobs,
                                                 std::span<const DrainLoss> losses,
                                                 std::span<const EntityRef> idleNodes, const Topology& topology);

} // namespace lockstep
