// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/reports/report.h"

#include <string>

namespace lockstep {

/// The drawing as one scalable <svg> element without external references. The hatch refers to a pattern "nodata"; see
/// svgDefinitions().
[[nodiscard]] std::string svgOf(const Drawing& drawing);
/// An empty <svg> with shared definitions of a document's drawings; put it first.
[[nodiscard]] std::string svgDefinitions();

} // namespace lockstep
