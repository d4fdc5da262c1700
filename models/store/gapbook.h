// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/gap.h"

#include <vector>

namespace lockstep {

/// Most gaps that are kept of one node; the oldest are forgotten first (the count of missed ticks never is).
inline constexpr std::size_t maxGaps = 256;

/// Adds @p gap in its place by time; one that touches its neighbour for the same reason becomes one with it.
void bookGap(std::vector<Gap>& gaps, Gap gap);

/// Forgets gaps that ended before @p time. @return true if there were any
bool forgetGapsBefore(std::vector<Gap>& gaps, TimePoint time);

} // namespace lockstep
