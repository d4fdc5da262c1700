// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

namespace lockstep {

/// Cost of GPU time and failure rate of GPUs, as set by the user. Unset values are empty, and results that need them
/// are reported as unknown instead of zero.
struct Rates
{
    std::string currency = "USD"; ///< of all amounts, as displayed
    std::optional<double> gpuHour; ///< cost of one GPU
    std::optional<double> reservedGpuHour; ///< earnings lost by a reserved GPU that is out of service
    std::optional<double> labourHour; ///< cost of one person
    std::optional<double> delayDay; ///< cost of delaying dependent work
    std::optional<double> kilowattHour;
    std::optional<double> gpuHoursPerFailure; ///< mean GPU hours of a job between failures

    friend bool operator==(const Rates&, const Rates&) = default;
};

/// Suggested cost of a GPU hour: the rental price of an H800 that the DeepSeek-V3 report (arXiv:2412.19437) uses.
struct ProposedRate
{
    double gpuHour = 2;
    const char* currency = "USD";
    const char* source = "rental price in the DeepSeek-V3 report, arXiv:2412.19437";
};

} // namespace lockstep
