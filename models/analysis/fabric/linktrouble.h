// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"

namespace lockstep {

/// Recent problems of one end of a link. NaN: not measured, treated as healthy.
struct LinkSigns
{
    float falls = 0; ///< times it went down
    bool isDown = false; ///< now, though it has been up
    float wait = noData; ///< share of time with data but no credit
    bool isRoot = false; ///< of a congestion tree
    float errors = noData; ///< symbol errors and drops a second
    float retransmits = noData; ///< a second
    float skew = noData; ///< traffic over the mean of its equals, less one
};

/// One number to look for trouble by: the worst of all signs, each put on a scale from 0 (nothing) to 1 (look at it
/// now). 1 is reached by a link that is down or fell three times, waits for credit 5 % of the time, carries four times
/// what its equals do; half by one error, or ten retransmits, a second. NaN when nothing is measured at all.
[[nodiscard]] float linkTrouble(const LinkSigns& signs);

} // namespace lockstep
