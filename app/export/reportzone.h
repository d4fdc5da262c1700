// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/incidents/exportoptions.h"
#include "models/core/result.h"

#include <string>

namespace lockstep {

/// The time zone by its system name ("Europe/Berlin", "UTC") or "local". An Error if unknown.
[[nodiscard]] Result<ReportZone> reportZone(const std::string& name);

} // namespace lockstep
