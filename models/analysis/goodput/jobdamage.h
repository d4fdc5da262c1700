// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/goodput/jobledger.h"

#include <limits>
#include <vector>

namespace lockstep {

/// Output that a job lost in a time range, computed from its steps and checkpoints. NaN: not known.
struct JobDamage
{
    static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    static constexpr double enoughSteps = 3; ///< minimum before the stretch, to know the pace

    double gpus = 0;
    std::vector<Rollback> rollbacks; ///< within the stretch
    double rolledBackGpuSeconds = 0;
    bool isAtLeast = false; ///< the actual loss may be larger, because the series begins after the first repeated step
    double secondsPerStep = unknown; ///< before the stretch, checkpoints included
    double stepsTaken = unknown; ///< in the stretch, less those rolled back
    double stepsExpected = unknown; ///< at that pace; at most the remaining ones
    double stepsLost = unknown; ///< less than one counts as zero, because a step is in progress at each end
};

/// @param series begins early enough to show the pace and the last checkpoint before the range, and ends with the range
/// @param stepsTotal of the whole run; NaN: not known
[[nodiscard]] JobDamage jobDamage(const JobSeries& series, TickRange stretch, double stepsTotal = JobDamage::unknown);

} // namespace lockstep
