// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/whatif/whatif.h"
#include "widgets/common/canvas/hovertip.h"

#include <QString>

namespace lockstep {

/// The slowdown, and the loss explained by few workers or the last stage: "Steps take 1.12 times the ideal (S). Of the
/// loss 5 % goes with the 2 slowest of 40 workers (M_W), 26 % with the last stage (M_S)."
[[nodiscard]] QString lossText(const WhatIf& result);

/// "1.97" for a slowdown or a share of the loss; a dash if unknown.
[[nodiscard]] QString slowdownText(double slowdown);

/// "DP 1, stage 0".
[[nodiscard]] QString workerName(std::int32_t dpRank, std::int32_t stage);

/// Hover text of a worker.
[[nodiscard]] HoverText explainWorker(const WhatIf& result, const WhatIfWorker& worker);

} // namespace lockstep
