// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/whatif/whatif.h"

#include <cstddef>

namespace lockstep {

/// Fills in the workers of a result from its slowdowns by rank and stage, slowest first.
void rankWorkers(WhatIf& result);

/// Number of slowest workers that M_W makes ideal: 3 %, rounded up.
[[nodiscard]] std::size_t slowestWorkers(std::size_t workers);

/// Share of the loss that disappears with that step time; NaN if there is no significant loss.
[[nodiscard]] double shareOfLoss(const WhatIf& result, double secondsWithout);

/// Main cause of the slowdown.
[[nodiscard]] WhatIfVerdict judgeWhatIf(const WhatIf& result);

} // namespace lockstep
