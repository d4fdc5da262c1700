// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

namespace lockstep {

/// Schedule of samples on a grid of wall-clock times: ticks on multiples of the period, so that all nodes coincide, and
/// fast samples in between. Pure arithmetic.
class TickSchedule
{
public:
    struct Moment
    {
        TimePoint time;
        bool isTick = false;
    };

    /// @param looksPerSecond 0: only ticks
    TickSchedule(Duration period, unsigned looksPerSecond);

    /// The first moment after @p now that was not returned yet. Missed moments are skipped; if the clock was set back
    /// by more than a period, the grid restarts there.
    [[nodiscard]] Moment next(TimePoint now);

private:
    Duration m_period;
    TickIndex m_looksPerTick; ///< at least 1
    TickIndex m_last; ///< index on the grid of samples
};

} // namespace lockstep
