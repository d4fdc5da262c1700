// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/canvas/hovertip.h"
#include "widgets/heatmap/heatcontent.h"

namespace lockstep {

/// Hover text of a cell: an assessment, then value, time, place and limits.
[[nodiscard]] HoverText heatHover(const ClusterStore& store, const HeatCell& cell);

} // namespace lockstep
