// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

namespace lockstep {

/// Cost of GPU time and failure rate of GPUs, as set by the user. Unset values are empty, and results that need them
/// are reported as unknown instead of zero.
struct Rates
{
    std::string currency = "USD"; ///< of all amounts, as people write it
    std::optional<double> gpuHour; ///< of one GPU
    std::optional<double> kilowattHour;
    std::optional<double> gpuHoursPerFailure; ///< of a job, on the average

    friend bool operator==(const Rates&, const Rates&) = default;
};

} // namespace lockstep
