// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incidents/incident.h"

#include <array>

namespace lockstep {

namespace {

constexpr auto stateNames = std::to_array<std::string_view>({"open", "mitigated", "resolved", "closed"});
constexpr auto severityNames = std::to_array<std::string_view>({"information", "warning", "critical"});

} // namespace

std::string_view incidentStateName(IncidentState state)
{
    return stateNames[static_cast<std::size_t>(state)];
}

std::string_view severityName(Severity severity)
{
    return severityNames[static_cast<std::size_t>(severity)];
}

} // namespace lockstep
