// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/trace/trainingop.h"

#include <functional>

namespace lockstep {

/// Shape of a generated training trace: a one-forward-one-backward pipeline without launch gaps, so that a replay must
/// reproduce its step times exactly.
struct TrainingPlan
{
    int steps = 2;
    int dpRanks = 2;
    int stages = 3;
    int microBatches = 4;
    bool separateGrads = false; ///< gradients overlap the backward pass

    /// Duration (of communication: the transfer) of an op, in microseconds.
    std::function<std::int64_t(const TrainingOp&)> microseconds = [](const TrainingOp&) {
        return 100;
    };
};

[[nodiscard]] TrainingTrace makeTraining(const TrainingPlan& plan);

/// Latest optimizer end minus earliest start of a step, in seconds.
[[nodiscard]] double stepSeconds(const TrainingTrace& trace, std::int32_t step);

} // namespace lockstep
