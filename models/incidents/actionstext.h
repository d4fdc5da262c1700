// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/incidents/incident.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Actions as people type them, one a line: "[x] Replace the impeller @sam". Without a box an action is not done,
/// without a name at its end nobody has it. A box or a name alone is no action.
[[nodiscard]] std::vector<IncidentAction> actionsFromText(std::string_view text);
[[nodiscard]] std::string actionsToText(const std::vector<IncidentAction>& actions);

/// Words with commas between them: "cooling, straggler". Blanks around a word and empty words do not count.
[[nodiscard]] std::vector<std::string> tagsFromText(std::string_view text);
[[nodiscard]] std::string tagsToText(const std::vector<std::string>& tags);

} // namespace lockstep
