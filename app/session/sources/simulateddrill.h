// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topology.h"
#include "models/simulation/cluster/clusterspec.h"
#include "models/simulation/cluster/drill.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace lockstep {

/// A role in an exercise, which sees only its own data. See exerciseroles.h.
enum class ExerciseRole : std::uint8_t { Everything, Facilities, Training };

/// A hall to simulate, and its layout.
struct SimulatedHall
{
    sim::ClusterSpec spec;
    TopologyPtr layout;
};

/// A drill for a simulated cluster in this process. A plain value.
struct SimulatedDrill
{
    sim::Drill drill;
    std::uint64_t seed = 1;
    bool isExercise = false; ///< the operator must diagnose the fault
    std::shared_ptr<const SimulatedHall> hall = nullptr; ///< null: the demo's
    std::vector<ExerciseRole> roles = {}; ///< that share this window, the first one begins; empty: it shows everything
};

} // namespace lockstep
