// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/reports/reportdrawing.h"

#include <string>

namespace lockstep {

/// The drawing as one <svg> element that scales with its place and needs nothing from elsewhere. The hatch refers to
/// a pattern "nodata"; see svgDefinitions().
[[nodiscard]] std::string svgOf(const Drawing& drawing);
/// An <svg> without size that defines what drawings of one document share; put it first.
[[nodiscard]] std::string svgDefinitions();

} // namespace lockstep
