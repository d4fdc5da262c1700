// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/sources/simulateddrill.h"
#include "models/core/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep {

/// The drills that come with the program, by name. An Error when one of them cannot be read, which a test rules out.
[[nodiscard]] Result<std::vector<sim::Drill>> builtInDrills();

/// A drill to practise on: at a place and from a moment drawn by chance, the same for the same number.
/// @param factor of the severity that the drill's file gives
[[nodiscard]] SimulatedDrill exerciseOf(const sim::Drill& drill, double factor, std::uint64_t number);

/// One of those that come with the program, likewise drawn; now and then a quiet day.
[[nodiscard]] Result<SimulatedDrill> surpriseExercise(double factor, std::uint64_t number);

} // namespace lockstep
