// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "models/core/topology/topology.h"

#include <string>
#include <string_view>

namespace lockstep {

class JsonWriter;

/// "2026-03-01T03:12:44.182Z"
[[nodiscard]] std::string isoMoment(TimePoint time);
/// "warning", "critical"
[[nodiscard]] std::string_view severityWord(Severity severity);

/// The members of one alert, as `lockstep alerts --json` prints them, into an object that is open.
void writeAlertMembers(JsonWriter& json, const Topology& topology, const Alert& alert);

} // namespace lockstep
