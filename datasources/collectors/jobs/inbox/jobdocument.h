// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

namespace lockstep {

/// Metadata that a job reports: work per step, planned steps, loss. Missing fields are empty.
struct JobDocument
{
    std::optional<double> stepsTotal;
    std::optional<double> tokensPerStep;
    std::optional<double> samplesPerStep;
    std::optional<double> flopsPerStep; ///< of the model, over all GPUs
    std::optional<double> peakFlops; ///< per second, of one GPU
    std::optional<double> loss; ///< of its last step
    std::optional<double> gradientNorm; ///< likewise

    friend bool operator==(const JobDocument&, const JobDocument&) = default;
};

} // namespace lockstep
