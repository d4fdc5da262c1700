// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/drain/failurerates.h"
#include "models/analysis/goodput/figure.h"
#include "models/analysis/goodput/poissonrate.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// What to plan for. Inputs that the record does not contain can be given; a given one takes precedence.
struct PlanRequest
{
    std::optional<double> nodes = {}; ///< of the job; nullopt: as many as the largest job has
    std::optional<double> repairHours = {};
    std::optional<double> checkpointSeconds = {};
    std::optional<double> restartSeconds = {};
};

/// A number and where it comes from. NaN: unknown.
struct PlanInput
{
    double value = std::numeric_limits<double>::quiet_NaN();
    std::string source; ///< "job train-a", or why it is unknown
};

/// A job of some nodes, with the measured failure rates. NaN: unknown. "Least" and "most" are the results at the limits
/// of the rate's interval; without any failure only those at its upper limit are known.
struct CapacityPlan
{
    static constexpr double failingShare = 0.01; ///< of the GPUs
    static constexpr double maxWaitShare = 0.05; ///< of the time, for a repair
    static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

    PlanInput nodes;
    double gpusPerNode = unknown;
    PoissonRate restarts; ///< of jobs, per node hour
    PoissonRate stops; ///< failures of parts that stop a job, per node hour
    bool usesRestarts = false; ///< for the time between failures: the higher one of the two

    double hoursBetween = unknown; ///< failures of the job
    double leastHoursBetween = unknown;
    double mostHoursBetween = unknown;

    PlanInput checkpoint; ///< seconds
    PlanInput restart; ///< seconds
    double intervalSeconds = unknown; ///< Daly's
    double leastIntervalSeconds = unknown;
    double mostIntervalSeconds = unknown;
    double lostShare = unknown;
    double mostLostShare = unknown;

    PlanInput repair; ///< hours
    PoissonRate outages; ///< nodes that leave service, per node hour
    std::optional<std::uint64_t> spares; ///< nodes
    std::optional<std::uint64_t> mostSpares;

    double hitShare = unknown; ///< of the output, of jobs with a failing GPU
    std::size_t hitJobs = 0; ///< from whose sizes it follows; 0: from the planned size
    double slowedShare = unknown; ///< that a job loses while a GPU slows it down

    /// The rate that the time between failures is computed from.
    [[nodiscard]] const PoissonRate& rate() const { return usesRestarts ? restarts : stops; }
};

[[nodiscard]] CapacityPlan capacityPlan(const FailureRecord& record, const PlanRequest& request);

/// The same for people: failures by part, interruptions, and the planned job, with formulas and inputs.
[[nodiscard]] std::vector<FigureGroup> planFigures(const FailureRecord& record, const CapacityPlan& plan);

} // namespace lockstep
