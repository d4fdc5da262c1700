// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

namespace lockstep {

class LaneSpans;

/// How long a lane waited within a range, exact to its edges. Whole blocks come from their summaries, so that a long
/// range over many spans costs little.
[[nodiscard]] Duration waitWithin(const LaneSpans& lane, TimeRange range);

} // namespace lockstep
