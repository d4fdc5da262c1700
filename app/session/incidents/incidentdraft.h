// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "models/incidents/incident.h"
#include "models/incidents/incidentchange.h"
#include "models/view/viewcontext.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep {

class IncidentWorkspace;
class Topology;

struct IncidentDraft
{
    Incident incident;
    std::vector<EntityRef> scope; ///< culprits and their effects; empty: everything
};

/// A complete draft of the incident to open, from the marked range, selection and view. An alert provides the cause;
/// without one, events provide the title and the first text. Without a marked range, the incident covers the events
/// around the selected event or, if none is selected, the visible range. GUI thread.
/// @param shown the last alert shown, if any; it may not exist yet at the moment on screen
[[nodiscard]] IncidentDraft draftIncident(const ViewContext& context, const std::string& author,
                                          const std::optional<AlertAt>& shown = std::nullopt);

/// Edits that add unassigned annotations within the draft's time and scope to the incident.
[[nodiscard]] std::vector<Edit<Annotation>> notesOf(const IncidentDraft& draft, const IncidentWorkspace& workspace,
                                                    const Topology& topology);

} // namespace lockstep
