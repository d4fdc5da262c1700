// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/sources/simulateddrill.h"
#include "models/core/result.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lockstep {

/// The built-in drills by name. An Error if one cannot be read; a test checks that all can.
[[nodiscard]] Result<std::vector<sim::Drill>> builtInDrills();
/// A built-in drill by its file name without extension ("pump-degradation"), or the drill of a file.
[[nodiscard]] Result<sim::Drill> findDrill(const std::string& name);

/// Halls to practise in.
using HallPtr = std::shared_ptr<const SimulatedHall>; ///< null: the demo's
/// A hall like a cluster that is connected or recorded.
[[nodiscard]] Result<HallPtr> hallLike(const Topology& topology);
/// The hall of a cluster file, with its table [simulation] if that describes the workload.
[[nodiscard]] Result<HallPtr> hallOfFile(const std::string& path);
/// Whether the hall has the targets of the drill's faults.
[[nodiscard]] Status isPlayable(const sim::Drill& drill, const HallPtr& hall);

/// A drill for practice at a randomly chosen place and time; deterministic for the same number.
/// @param factor of the severity in the drill's file
[[nodiscard]] SimulatedDrill exerciseOf(const sim::Drill& drill, double factor, std::uint64_t number,
                                        HallPtr hall = nullptr);

/// A randomly drawn built-in drill that is playable in the hall; occasionally one without a fault.
[[nodiscard]] Result<SimulatedDrill> surpriseExercise(double factor, std::uint64_t number,
                                                      const HallPtr& hall = nullptr);

} // namespace lockstep
