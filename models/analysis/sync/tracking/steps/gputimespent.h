// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/goodput/goodput.h"
#include "models/analysis/sync/tracking/steps/lanetimes.h"

#include <numeric>

namespace lockstep {

/// Ranks' time in the classes of goodput. Covers jobs only, because unreserved time is not a loss.
[[nodiscard]] inline GpuTime gpuTimeOf(const TimeSpent& spent)
{
    const auto of = [&spent](TimeClass timeClass) {
        return spent[static_cast<std::size_t>(timeClass)];
    };
    return {std::accumulate(spent.begin(), spent.end(), 0.0),
            of(TimeClass::Compute) + of(TimeClass::Transfer),
            of(TimeClass::Wait),
            of(TimeClass::Checkpoint),
            of(TimeClass::Restart),
            0,
            of(TimeClass::Unknown)};
}

} // namespace lockstep
