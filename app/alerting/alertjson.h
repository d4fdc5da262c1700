// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "models/core/topology/topology.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep {

class JsonWriter;

/// The labels that others know an alert by, in order: alertname, severity, kind, and where they are known entity and
/// cluster. They stay as long as its severity and cause do.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> alertLabels(const Alert& alert,
                                                                           const std::string& cluster);

/// "warning", "critical"
[[nodiscard]] std::string_view severityWord(Severity severity);

/// The members of one alert, as `lockstep alerts --json` prints them, into an object that is open.
void writeAlertMembers(JsonWriter& json, const Topology& topology, const Alert& alert);

} // namespace lockstep
