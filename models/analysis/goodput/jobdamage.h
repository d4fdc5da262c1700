// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/goodput/jobledger.h"

#include <limits>
#include <vector>

namespace lockstep {

/// Output that a job lost in a period, from its own steps and checkpoints. NaN: not known.
struct JobDamage
{
    static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    static constexpr double enoughSteps = 3; ///< before the stretch, for a pace

    double gpus = 0;
    std::vector<Rollback> rollbacks; ///< within the stretch
    double rolledBackGpuSeconds = 0;
    bool isAtLeast = false; ///< the series begins after a step that was repeated
    double secondsPerStep = unknown; ///< before the stretch, checkpoints included
    double stepsTaken = unknown; ///< in the stretch, less those rolled back
    double stepsExpected = unknown; ///< at that pace, at most those that were left
    double stepsLost = unknown; ///< less than one is none: a step is under way at each end
};

/// @param series up to the end of the stretch, from long enough before it to contain the pace and the last checkpoint
/// @param stepsTotal of the whole run; NaN: not known
[[nodiscard]] JobDamage jobDamage(const JobSeries& series, TickRange stretch, double stepsTotal = JobDamage::unknown);

} // namespace lockstep
