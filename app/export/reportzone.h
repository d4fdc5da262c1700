// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/incidents/exportoptions.h"
#include "models/core/result.h"

#include <string>

namespace lockstep {

/// The zone of that name in the system's data ("Europe/Berlin", "UTC"), or "local". An Error for one that is unknown.
[[nodiscard]] Result<ReportZone> reportZone(const std::string& name);

} // namespace lockstep
