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

class IncidentBoard;
class Topology;

struct IncidentDraft
{
    Incident incident;
    std::vector<EntityRef> scope; ///< culprits and all that follows from them; empty: everything
};

/// The incident that is opened from what is marked, chosen and shown, so filled in that it can go out as it is. An
/// alert gives it everything that is known of its cause. Otherwise what happened there gives it its title and first
/// words; without a marked range it spans what happened around the event that was chosen, else what is shown. GUI
/// thread.
/// @param shown the alert that was shown last, if any; it may not be known yet at the moment on screen
[[nodiscard]] IncidentDraft draftIncident(const ViewContext& context, const std::string& author,
                                          const std::optional<AlertAt>& shown = std::nullopt);

/// Takes the notes of no incident that lie in a draft's time and scope into it.
[[nodiscard]] std::vector<Edit<Annotation>> notesOf(const IncidentDraft& draft, const IncidentBoard& board,
                                                    const Topology& topology);

} // namespace lockstep
