// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/scoring/scoreoptions.h"
#include "app/scoring/trial.h"
#include "models/core/result.h"

#include <vector>

namespace lockstep::scoring {

/// The drills of a folder, or the one at the path, by file name. An Error names the file and the reason.
[[nodiscard]] Result<std::vector<sim::Drill>> readDrills(const std::string& path);

/// All runs that the options request. Deterministic.
[[nodiscard]] std::vector<Trial> planTrials(const std::vector<sim::Drill>& drills, const ScoreOptions& options);

/// A drill with weaker or stronger faults, within the limits of each kind.
[[nodiscard]] sim::Drill withSeverity(sim::Drill drill, double factor);
/// The drill with its faults at other places, chosen pseudo-randomly from @p place. 0: unchanged.
[[nodiscard]] sim::Drill atPlace(sim::Drill drill, std::uint32_t place);
/// One drill with the faults of both.
[[nodiscard]] sim::Drill together(const sim::Drill& one, const sim::Drill& other);

} // namespace lockstep::scoring
