// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/tracking/steps/driftcurve.h"

#include <QString>

#include <cstdint>
#include <vector>

namespace lockstep {

struct JobSync;

/// Lanes that become slower, steepest first, then those that suddenly became slower.
[[nodiscard]] std::vector<std::uint32_t> driftingLanes(const JobSync& job);

/// Slowdown relative to peers: "+4.3 %", "0 %".
[[nodiscard]] QString slowerText(double slowdown);
/// "+1.8 % per 1 000 steps", or "+6.2 % at once" for a jump.
[[nodiscard]] QString slopeText(const DriftEstimate& drift);
/// Uncertainty and basis: "± 0.12 %, over 2 400 steps: beyond doubt".
[[nodiscard]] QString confidenceText(const DriftEstimate& drift);
/// The result, in full for the steepest drift: "rank 17 is slowing down: +1.8 % per 1 000 steps (± 0.12 %, over 2 400
/// steps: certain). 2 more ranks are slowing down." Also states if nothing drifts, or if it cannot be determined.
[[nodiscard]] QString driftSentence(const JobSync& job, const QString& steepest);

} // namespace lockstep
