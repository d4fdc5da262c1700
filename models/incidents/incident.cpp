// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incidents/incident.h"

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

constexpr auto stateNames = std::to_array<std::string_view>({"open", "mitigated", "resolved", "closed"});
constexpr auto severityNames = std::to_array<std::string_view>({"information", "warning", "critical"});

template <class Enum, std::size_t Count>
std::optional<Enum> valueOf(const std::array<std::string_view, Count>& names, std::string_view name)
{
    const auto found = std::ranges::find(names, name);
    if (found == names.end())
        return std::nullopt;
    return static_cast<Enum>(found - names.begin());
}

} // namespace

std::string_view incidentStateName(IncidentState state)
{
    return stateNames[static_cast<std::size_t>(state)];
}

std::optional<IncidentState> incidentStateFromName(std::string_view name)
{
    return valueOf<IncidentState>(stateNames, name);
}

std::string_view severityName(Severity severity)
{
    return severityNames[static_cast<std::size_t>(severity)];
}

std::optional<Severity> severityFromName(std::string_view name)
{
    return valueOf<Severity>(severityNames, name);
}

} // namespace lockstep
