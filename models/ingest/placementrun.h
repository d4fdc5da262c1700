// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"

#include <cstdint>

namespace lockstep {

/// Values that are adjacent in a node's tick and in a column.
struct PlacementRun
{
    MetricId metric;
    std::uint32_t firstEntity = 0;
    std::uint32_t count = 0;
    std::uint32_t sourceOffset = 0; ///< into the tick's values
};

} // namespace lockstep
