// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

namespace lockstep {

/// How simulated time follows the wall clock: from one common moment on, at a speed. Plain value, any thread.
struct SimulatedTime
{
    TimePoint start;
    double speed = 1; ///< 0: time only passes tick by tick

    [[nodiscard]] TimePoint at(TimePoint wall) const
    {
        return start + Duration(static_cast<Duration::rep>(static_cast<double>((wall - start).count()) * speed));
    }
    /// When a simulated moment is due.
    [[nodiscard]] TimePoint wallOf(TimePoint simulated) const
    {
        if (speed <= 0)
            return start;
        return start + Duration(static_cast<Duration::rep>(static_cast<double>((simulated - start).count()) / speed));
    }
};

} // namespace lockstep
