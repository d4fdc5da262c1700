// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"
#include "models/simulation/simulation.h"

#include <string>

namespace lockstep {

/// A simulation's ground truth as JSON: {"drill","cause","faults":[{"kind","entities","onset","end","severity"}],
/// "consequences":[{"after_s","metric","effect"}],"failures":[...],"steps":[{"job","step","start_s","seconds","ideal_s",
/// "cause","rank","node","gpu"}]}. Times are ISO 8601, UTC.
[[nodiscard]] std::string truthAsJson(const sim::Simulation& simulation);

/// Writes it to a file; an Error names the file and the reason.
[[nodiscard]] Status writeTruth(const sim::Simulation& simulation, const std::string& path);

} // namespace lockstep
