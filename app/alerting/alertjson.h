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

/// Labels by which receivers identify an alert, in order: alertname, severity, kind and, if known, entity and cluster.
/// They change only with the alert's severity or cause.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> alertLabels(const Alert& alert,
                                                                           const std::string& cluster);

/// "warning", "critical"
[[nodiscard]] std::string_view severityWord(Severity severity);

/// Writes the members of an alert into an open object, as in `lockstep alerts --json`.
void writeAlertMembers(JsonWriter& json, const Topology& topology, const Alert& alert);

} // namespace lockstep
