// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

namespace lockstep {

/// What a job says of itself beside what it does: what a step is worth, and how many there will be. What it does not
/// say stays empty.
struct JobDocument
{
    std::optional<double> stepsTotal;
    std::optional<double> tokensPerStep;
    std::optional<double> samplesPerStep;
    std::optional<double> flopsPerStep; ///< of the model, over all GPUs
    std::optional<double> peakFlops; ///< per second, of one GPU

    friend bool operator==(const JobDocument&, const JobDocument&) = default;
};

} // namespace lockstep
