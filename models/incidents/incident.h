// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/time.h"
#include "models/incidents/costinputs.h"
#include "models/incidents/entityname.h"
#include "models/incidents/incidentkey.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

enum class IncidentState : std::uint8_t { Open, Mitigated, Resolved, Closed };

/// Stable lower-case words ("open") for files and searches.
[[nodiscard]] std::string_view incidentStateName(IncidentState state);
[[nodiscard]] std::string_view severityName(Severity severity);

/// A follow-up action of an incident.
struct IncidentAction
{
    std::string text;
    std::string owner;
    bool isDone = false;

    friend bool operator==(const IncidentAction&, const IncidentAction&) = default;
};

/// A person who works on an incident.
struct IncidentResponder
{
    std::string role; ///< "commander"; empty: none
    std::string name;

    friend bool operator==(const IncidentResponder&, const IncidentResponder&) = default;
};

/// A recorded incident. A plain value; texts are Markdown, UTF-8.
struct Incident
{
    IncidentKey key;
    std::string title;
    Severity severity = Severity::Warning;
    IncidentState state = IncidentState::Open;
    TimeRange range; ///< by the local clock; a moment if the end equals the start
    std::vector<EntityName> entities;
    std::vector<std::string> tags;
    std::string owner;
    std::vector<IncidentResponder> responders;
    std::string summary;
    std::string causes;
    std::vector<IncidentAction> actions;
    CostInputs costs;
    TimePoint created;
    std::string createdBy;

    /// Calls @p visit(name, member pointer) for each editable field; names are stable.
    template <class Visit>
    static void forEachField(Visit&& visit)
    {
        visit("title", &Incident::title);
        visit("severity", &Incident::severity);
        visit("state", &Incident::state);
        visit("range", &Incident::range);
        visit("entities", &Incident::entities);
        visit("tags", &Incident::tags);
        visit("owner", &Incident::owner);
        visit("responders", &Incident::responders);
        visit("summary", &Incident::summary);
        visit("causes", &Incident::causes);
        visit("actions", &Incident::actions);
        visit("costs", &Incident::costs);
    }
    friend bool operator==(const Incident&, const Incident&) = default;
};

} // namespace lockstep
