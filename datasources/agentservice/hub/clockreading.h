// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <optional>

namespace lockstep {

/// Reading of a clock, with its uncertainty.
struct ClockReading
{
    ClockReading() = default; ///< unknown
    ClockReading(TimePoint exactly) : time(exactly) { } // NOLINT(google-explicit-constructor): most know it exactly
    ClockReading(TimePoint about, Duration within) : time(about), uncertainty(within) { }

    std::optional<TimePoint> time;
    Duration uncertainty{}; ///< the true time is within this
};

} // namespace lockstep
