// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/incidents/incident.h"
#include "models/view/viewcontext.h"

#include <string>

namespace lockstep {

/// The incident to open from the marked range, selection and view, filled in completely. Events give it its title and
/// first text. Without a marked range it covers the events around the selected one, otherwise the visible range. GUI
/// thread.
[[nodiscard]] Incident draftIncident(const ViewContext& context, const std::string& author);

} // namespace lockstep
