// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <utility>

namespace lockstep {

/// Inputs of an incident's cost: measured values and the user's rates. Unknown values are empty, and lines that need
/// them are reported as unknown instead of zero.
struct CostInputs
{
    std::string currency = "USD"; ///< of all amounts, as displayed

    // Measured, or entered by people.
    std::optional<double> lostGpuSeconds; ///< held by the job without progress, excluding rolled-back work
    std::string lostSource; ///< source of the value, or why it is unknown. Empty: entered by a person
    std::optional<double> idleGpuSeconds; ///< reserved but taken out of service: drained nodes, spares on hold
    std::optional<double> rolledBackGpuSeconds; ///< computed since the last checkpoint, then lost
    std::optional<double> trainingGpuCount; ///< GPUs of the job in normal operation
    std::optional<double> labourHours; ///< of all people
    std::optional<double> slipDays; ///< by which the schedule moved

    // Rates.
    std::optional<double> computeRate; ///< per GPU hour: power, depreciation, or the cloud's price
    std::optional<double> reservedRate; ///< per GPU and hour that reserved capacity could have earned
    std::optional<double> labourRate; ///< per hour
    std::optional<double> slipRate; ///< per day of delay

    /// Calls @p visit(name, member pointer) for each field; names are stable and used in files.
    template <class Visit>
    static void forEachField(Visit&& visit)
    {
        visit("currency", &CostInputs::currency);
        visit("lost_gpu_seconds", &CostInputs::lostGpuSeconds);
        visit("lost_source", &CostInputs::lostSource);
        visit("idle_gpu_seconds", &CostInputs::idleGpuSeconds);
        visit("rolled_back_gpu_seconds", &CostInputs::rolledBackGpuSeconds);
        visit("training_gpus", &CostInputs::trainingGpuCount);
        visit("labour_hours", &CostInputs::labourHours);
        visit("slip_days", &CostInputs::slipDays);
        visit("compute_rate_per_gpu_hour", &CostInputs::computeRate);
        visit("reserved_rate_per_gpu_hour", &CostInputs::reservedRate);
        visit("labour_rate_per_hour", &CostInputs::labourRate);
        visit("slip_rate_per_day", &CostInputs::slipRate);
    }
    friend bool operator==(const CostInputs&, const CostInputs&) = default;
};

} // namespace lockstep
