// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/sources/simulateddrill.h"
#include "models/core/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep {

/// The built-in drills by name. An Error if one cannot be read; a test checks that all can.
[[nodiscard]] Result<std::vector<sim::Drill>> builtInDrills();

/// A drill for practice at a randomly chosen place and time; deterministic for the same number.
/// @param factor of the severity in the drill's file
[[nodiscard]] SimulatedDrill exerciseOf(const sim::Drill& drill, double factor, std::uint64_t number);

/// A randomly drawn built-in drill; occasionally one without a fault.
[[nodiscard]] Result<SimulatedDrill> surpriseExercise(double factor, std::uint64_t number);

} // namespace lockstep
