// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/incidents/incident.h"
#include "models/view/viewcontext.h"

#include <string>

namespace lockstep {

/// The incident that is opened from what is marked, chosen and shown, so filled in that it can go out as it is. What
/// happened there gives it its title and first words; without a marked range it spans what happened around the event
/// that was chosen, else what is shown. GUI thread.
[[nodiscard]] Incident draftIncident(const ViewContext& context, const std::string& author);

} // namespace lockstep
