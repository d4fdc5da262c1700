// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/rates.h"

#include <array>
#include <optional>
#include <string>
#include <utility>

namespace lockstep {

/// Inputs of an incident's cost: measured values and the user's rates. Unknown values are empty, and lines that need
/// them are reported as unknown instead of zero.
struct CostInputs
{
    std::string currency = "USD"; ///< of all amounts, as displayed

    // Values that are measured, or entered by a person. The source describes how the value was measured or, without a
    // value, why there is none. An empty source: a person entered the value.
    std::optional<double> lostGpuSeconds; ///< held by the job without progress, excluding rolled-back work
    std::string lostSource;
    std::optional<double> idleGpuSeconds; ///< reserved but taken out of service: drained nodes, spares on hold
    std::string idleSource;
    std::optional<double> rolledBackGpuSeconds; ///< computed since the last checkpoint, then lost
    std::string rolledBackSource;
    std::optional<double> lostSteps; ///< steps that the most affected job would have taken, including rolled-back ones
    std::string lostStepsSource;
    std::optional<double> lostTokens; ///< of these steps
    std::string lostTokensSource;
    std::optional<double> slipDays; ///< by which the schedule moved
    std::string slipSource;
    std::optional<double> trainingGpuCount; ///< GPUs of the job in normal operation
    std::optional<double> labourHours; ///< of all people

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
        visit("idle_source", &CostInputs::idleSource);
        visit("rolled_back_gpu_seconds", &CostInputs::rolledBackGpuSeconds);
        visit("rolled_back_source", &CostInputs::rolledBackSource);
        visit("lost_steps", &CostInputs::lostSteps);
        visit("lost_steps_source", &CostInputs::lostStepsSource);
        visit("lost_tokens", &CostInputs::lostTokens);
        visit("lost_tokens_source", &CostInputs::lostTokensSource);
        visit("slip_days", &CostInputs::slipDays);
        visit("slip_source", &CostInputs::slipSource);
        visit("training_gpus", &CostInputs::trainingGpuCount);
        visit("labour_hours", &CostInputs::labourHours);
        visit("compute_rate_per_gpu_hour", &CostInputs::computeRate);
        visit("reserved_rate_per_gpu_hour", &CostInputs::reservedRate);
        visit("labour_rate_per_hour", &CostInputs::labourRate);
        visit("slip_rate_per_day", &CostInputs::slipRate);
    }
    friend bool operator==(const CostInputs&, const CostInputs&) = default;
};

/// A quantity and its source. It is measured unless a person enters it.
struct MeasuredCost
{
    std::optional<double> CostInputs::*value;
    std::string CostInputs::*source;
};
inline constexpr std::array measuredCosts{
    MeasuredCost{&CostInputs::lostGpuSeconds, &CostInputs::lostSource},
    MeasuredCost{&CostInputs::idleGpuSeconds, &CostInputs::idleSource},
    MeasuredCost{&CostInputs::rolledBackGpuSeconds, &CostInputs::rolledBackSource},
    MeasuredCost{&CostInputs::lostSteps, &CostInputs::lostStepsSource},
    MeasuredCost{&CostInputs::lostTokens, &CostInputs::lostTokensSource},
    MeasuredCost{&CostInputs::slipDays, &CostInputs::slipSource},
};

/// A rate of an incident. Its initial value is the user's rate, and the first value entered is kept for later
/// incidents.
struct CostRate
{
    std::optional<double> CostInputs::*value;
    std::optional<double> Rates::*kept;
};
inline constexpr std::array costRates{
    CostRate{&CostInputs::computeRate, &Rates::gpuHour},
    CostRate{&CostInputs::reservedRate, &Rates::reservedGpuHour},
    CostRate{&CostInputs::labourRate, &Rates::labourHour},
    CostRate{&CostInputs::slipRate, &Rates::delayDay},
};

} // namespace lockstep
