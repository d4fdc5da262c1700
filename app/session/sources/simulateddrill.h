// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/simulation/cluster/drill.h"

#include <cstdint>

namespace lockstep {

/// A drill as it is played on the demo's cluster inside this process. A plain value.
struct SimulatedDrill
{
    sim::Drill drill;
    std::uint64_t seed = 1;
    bool isExercise = false; ///< the operator is to find out what goes wrong
};

} // namespace lockstep
