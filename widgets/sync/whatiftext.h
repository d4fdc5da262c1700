// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/sync/whatif.h"
#include "widgets/common/hovertip.h"

#include <QString>

namespace lockstep {

/// What the what-if analysis found, in one sentence: "One worker slows this job: its steps take 1.97 times as long as
/// they could, 4.61 s instead of 2.34 s."
[[nodiscard]] QString verdictSentence(const WhatIf& result);

/// "1.97" of a slowdown or a share of the loss; a dash where it is not known.
[[nodiscard]] QString slowdownText(double slowdown);

/// "DP 1, stage 0".
[[nodiscard]] QString workerName(std::int32_t dpRank, std::int32_t stage);

/// What hovering a worker says.
[[nodiscard]] HoverText explainWorker(const WhatIf& result, const WhatIfWorker& worker);

} // namespace lockstep
