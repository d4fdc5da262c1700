// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/gap.h"

#include <vector>

namespace lockstep {

/// Maximum number of gaps per node; the oldest are dropped first (the count of missed ticks is kept).
inline constexpr std::size_t maxGaps = 256;

/// Inserts @p gap in order of time, and joins it with adjacent gaps of the same reason.
void insertGap(std::vector<Gap>& gaps, Gap gap);

/// Drops gaps that ended before @p time. @return whether there were any
bool forgetGapsBefore(std::vector<Gap>& gaps, TimePoint time);

} // namespace lockstep
