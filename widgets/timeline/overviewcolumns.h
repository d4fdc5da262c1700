// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/timeaxis.h"

#include <cstdint>
#include <vector>

namespace lockstep {

class ClusterStore;

/// What falls on one pixel column of the overview.
struct OverviewColumn
{
    std::uint32_t events = 0;
    float missing = 0; ///< share of the cluster's seen nodes that were not heard at some moment of it, 0 to 1
};

/// One column a pixel of the axis. Gaps count in full in each column that they touch, so that none is too short to see.
[[nodiscard]] std::vector<OverviewColumn> overviewColumns(const ClusterStore& store, const TimeAxis& axis);

} // namespace lockstep
