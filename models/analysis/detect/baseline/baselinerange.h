// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"
#include "models/core/units.h"

#include <string>

namespace lockstep {

/// The usual range of one quantity, for display.
struct BaselineRange
{
    std::string what; ///< "flow"
    Unit unit = Unit::None;
    float usual = noData;
    float spread = noData; ///< a robust standard deviation; NaN: unknown
    float seconds = 0; ///< learning time; 0: not counted by time

    friend bool operator==(const BaselineRange&, const BaselineRange&) = default;
};

} // namespace lockstep
