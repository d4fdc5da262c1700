// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/simulator/simulatoroptions.h"
#include "models/simulation/simulation.h"

#include <memory>

namespace lockstep {

/// The simulation requested on the command line, beginning at @p start.
[[nodiscard]] Result<std::unique_ptr<sim::Simulation>> makeSimulation(const SimulatorOptions& options, TimePoint start);

/// How long the hub keeps ticks: the user's value, or what fits into about half a gigabyte for this many nodes.
[[nodiscard]] Duration historyOf(const SimulatorOptions& options, std::size_t nodes);

} // namespace lockstep
