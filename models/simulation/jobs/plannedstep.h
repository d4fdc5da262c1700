// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/simulation/jobs/stepplan.h"

#include <cstdint>
#include <vector>

namespace lockstep::sim {

/// A step in progress: its plan, the conditions it was made from (to replan if a rank dies), and how much of each
/// rank's spans has been written. A plain value.
struct PlannedStep
{
    StepPlan plan;
    double base = 0; ///< start of the plan's times, in seconds since the start of the run
    std::uint32_t step = 0;
    std::uint64_t serial = 0; ///< number of steps that the job had begun before, including repeated ones
    bool writesCheckpoint = false;
    double storageGBps = 1;
    double fullStorageGBps = 1; ///< without other writers
    std::vector<float> computeSpeed;
    std::vector<float> ringGBps;
    std::vector<float> stageGBps;
    std::vector<float> stallSeconds;
    std::vector<float> starts;
    std::uint32_t deadRank = 0xFFFFFFFF;
    float deadAt = 0;
    std::vector<std::uint8_t> cursor; ///< by rank: the next phase to write
    std::size_t ranksDone = 0;

    [[nodiscard]] StepConditions conditions(double nvlinkGBps) const
    {
        StepConditions now{computeSpeed, ringGBps, stageGBps, stallSeconds};
        now.nvlinkGBps = nvlinkGBps;
        now.storageGBps = storageGBps;
        now.writesCheckpoint = writesCheckpoint;
        now.deadRank = deadRank;
        now.deadAt = deadAt;
        return now;
    }
};

} // namespace lockstep::sim
