// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/tracking/steps/lanetimes.h"
#include "models/core/time.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace lockstep {

class StepMarks;

/// Activity of a job's GPUs from the end of one step to the end of the next: wall time by class, which adds up to ranks
/// x wall time exactly. A plain value.
struct StepAccount
{
    TimeRange wall; ///< contiguous with the previous step, unless the job was absent
    std::size_t ranks = 0; ///< of the job, including those without data
    TimeSpent gpuSeconds{}; ///< by TimeClass; Unknown is time without spans

    [[nodiscard]] double of(TimeClass timeClass) const { return gpuSeconds[static_cast<std::size_t>(timeClass)]; }
};

/// @param ranks by lane; several lanes of one rank, as when a spare replaces it, hold one GPU in turn
/// @param times have processed the step's spans, and have not closed it yet
/// @param marks lanes that are still expected
[[nodiscard]] StepAccount accountStep(TimeRange wall, std::span<const std::uint32_t> ranks, const LaneTimes& times,
                                      const StepMarks& marks);

} // namespace lockstep
