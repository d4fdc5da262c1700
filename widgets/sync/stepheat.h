// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/tracking/syncsnapshot.h"
#include "models/view/colour/colourscale.h"

#include <QImage>

#include <cstdint>
#include <vector>

namespace lockstep {

/// Quantity of the step x rank heatmap.
enum class StepQuantity : std::uint8_t { Wait, Blame, Slowdown };

/// Values of a step: seconds waited, GPUs kept waiting, or compute time relative to peers.
[[nodiscard]] const std::vector<float>& valuesOf(const SyncStep& step, StepQuantity quantity);
[[nodiscard]] Unit unitOf(StepQuantity quantity);

/// A job's lanes: by rank or, for lanesByWorst(), by their sum over the steps, largest first.
[[nodiscard]] std::vector<std::uint32_t> lanesByRank(const JobSync& job);
[[nodiscard]] std::vector<std::uint32_t> lanesByWorst(const JobSync& job, StepQuantity quantity);

/// A picture with one pixel per step and at most @p height rows; of lanes that share a row the worst is shown.
/// Transparent without data.
struct StepHeat
{
    QImage image;
    ColourScale scale;
};
[[nodiscard]] StepHeat stepHeat(const JobSync& job, const std::vector<std::uint32_t>& lanes, StepQuantity quantity,
                                int height);

} // namespace lockstep
