// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/simulation/cluster/drill.h"

#include <cstdint>

namespace lockstep {

/// A drill for the demo cluster in this process. A plain value.
struct SimulatedDrill
{
    sim::Drill drill;
    std::uint64_t seed = 1;
    bool isExercise = false; ///< the operator must diagnose the fault
};

} // namespace lockstep
