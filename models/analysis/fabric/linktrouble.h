// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"

namespace lockstep {

/// Recent problems of one end of a link. NaN: not measured, treated as healthy.
struct LinkSigns
{
    float falls = 0; ///< number of recent link downs
    bool isDown = false; ///< down now, but was up before
    float wait = noData; ///< share of time with data but no credit
    bool isRoot = false; ///< of a congestion tree
    float errors = noData; ///< symbol errors and drops per second
    float retransmits = noData; ///< per second
    float skew = noData; ///< traffic relative to the mean of its equals, minus 1
};

/// One number for problems of a link: the worst of all signs, each scaled from 0 (none) to 1 (urgent). 1 is reached by
/// a link that is down or failed three times, waits for credit 5 % of the time, or carries four times the traffic of
/// its equals; 0.5 by one error, or ten retransmits, per second. NaN if nothing is measured.
[[nodiscard]] float linkTrouble(const LinkSigns& signs);

} // namespace lockstep
