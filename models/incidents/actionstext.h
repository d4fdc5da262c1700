// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/incidents/incident.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Parses actions, one per line: "[x] Replace the impeller @sam". An action without a box is open, and one without a
/// name at the end is unassigned. Lines with only a box or a name are skipped.
[[nodiscard]] std::vector<IncidentAction> actionsFromText(std::string_view text);
[[nodiscard]] std::string actionsToText(const std::vector<IncidentAction>& actions);

/// Words separated by commas: "cooling, straggler". Surrounding spaces and empty words are ignored.
[[nodiscard]] std::vector<std::string> tagsFromText(std::string_view text);
[[nodiscard]] std::string tagsToText(const std::vector<std::string>& tags);

/// Responders separated by commas, with their roles: "commander: noor, scribe: sam".
[[nodiscard]] std::vector<IncidentResponder> respondersFromText(std::string_view text);
[[nodiscard]] std::string respondersToText(const std::vector<IncidentResponder>& responders);

} // namespace lockstep
