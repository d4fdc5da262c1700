// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/drain/failurerates.h"
#include "models/analysis/goodput/poissonrate.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace lockstep {

/// The job to plan for, with optional inputs. A given input takes precedence over the recording.
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
    std::string source = {}; ///< "train-a", or why it is unknown
};

/// A result at the measured rate and at both limits of the rate's interval. NaN: unknown. Without any failure, only the
/// result at the rate's upper limit is known.
struct PlanRange
{
    double value = std::numeric_limits<double>::quiet_NaN();
    double atHighRate = value;
    double atLowRate = value;
};

/// Expected failures, checkpoint interval and spare nodes of a job, from measured failure rates.
struct CapacityPlan
{
    static constexpr double failingShare = 0.01; ///< of the GPUs
    static constexpr double maxWaitShare = 0.05; ///< of the time, for a repair

    PlanInput nodes;
    PoissonRate restarts; ///< of jobs, per node hour
    PoissonRate stops; ///< failures of parts that stop a job, per node hour
    bool usesRestarts
        = false; ///< rate() is the rate of restarts, which is the higher one; each of the two misses some failures
    PlanRange hoursBetween; ///< failures of the job

    PlanInput checkpoint; ///< seconds
    PlanInput restart; ///< seconds
    PlanRange intervalSeconds; ///< Daly's
    PlanRange lostShare; ///< by checkpoints and failures, at that interval

    PlanInput repair; ///< hours
    PoissonRate outages; ///< nodes that leave service, per node hour
    std::optional<std::uint64_t> spares; ///< nodes
    std::optional<std::uint64_t> mostSpares; ///< at the rate's upper limit
    std::optional<std::size_t> mostDrained; ///< nodes at once in 95 % of the time; higher if failures come in groups

    PlanInput hitShare; ///< expected share of the output that comes from jobs with a failing GPU
    PlanInput slowedShare; ///< share of its GPU time that a job loses while a GPU slows it down

    /// The rate that the time between failures is computed from.
    [[nodiscard]] const PoissonRate& rate() const { return usesRestarts ? restarts : stops; }
};

[[nodiscard]] CapacityPlan capacityPlan(const FailureRecord& record, const PlanRequest& request);

} // namespace lockstep
