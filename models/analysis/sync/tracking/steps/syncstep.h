// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/tracking/steps/lanetimes.h"
#include "models/core/time.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

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

/// @param ranks by lane. Several lanes of one rank, as when a spare replaces it, hold one GPU in turn
/// @param times have processed the step's spans and have not closed the step
/// @param marks lanes that are still expected
[[nodiscard]] StepAccount accountStep(TimeRange wall, std::span<const std::uint32_t> ranks, const LaneTimes& times,
                                      const StepMarks& marks);

/// Cost of waits in one step of a job, by the job's lanes. NaN: no data from the lane.
struct SyncStep
{
    std::uint32_t step = 0;
    TimeRange range; ///< from the end of the previous step to its own end
    std::vector<float> blame; ///< GPU-seconds that others lost because of the lane
    std::vector<float> wait; ///< seconds spent only waiting for others
    std::vector<float> slowdown; ///< own compute time over the median of its peers'
    double waitGpuSeconds = 0; ///< sum of all waits, including those without a known cause
    double blamedGpuSeconds = 0; ///< sum over all culprits
    /// Median duration as reported by the ranks; NaN: a period, because the job reports no steps.
    double seconds = std::numeric_limits<double>::quiet_NaN();
    std::uint32_t run = 0; ///< number of restarts of the job before it
    std::uint32_t collectives = 0; ///< in which at least two ranks were seen
    std::uint32_t partialCollectives = 0; ///< of these, those without a rank seen in others of the communicator
    StepAccount account; ///< use of all GPU time up to its end
};

} // namespace lockstep
