// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/sources/simulateddrill.h"
#include "models/analysis/causality/alert.h"

#include <optional>
#include <string_view>
#include <vector>

namespace lockstep {

/// The data that each role of an exercise sees until it is revealed. Facilities: loops, racks, inlets, power,
/// temperatures. Training: jobs, steps, waits, fabric, and everything else. Views of causes and incidents are withheld
/// from both.

[[nodiscard]] std::string_view roleName(ExerciseRole role); ///< as on the command line: "facilities"
/// "facilities", "training", or "both", which take turns in one window; nullopt: none of these.
[[nodiscard]] std::optional<std::vector<ExerciseRole>> rolesFromName(std::string_view name);

/// @param view id of its dock
[[nodiscard]] bool seesView(ExerciseRole role, std::string_view view);
[[nodiscard]] bool seesMetric(ExerciseRole role, std::string_view metric);
/// Removes alerts, effects and alternatives that belong to the other role.
void keepAlertsOf(ExerciseRole role, std::vector<Alert>& alerts);

} // namespace lockstep
