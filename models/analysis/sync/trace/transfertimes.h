// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/trace/trainingop.h"

#include <vector>

namespace lockstep {

/// The part of each op of a trace that is not waiting: for a communication op the time after the latest start in its
/// group, for others their whole duration. Between zero and the op's duration; without groups (no complete step)
/// nothing counts as waiting.
[[nodiscard]] std::vector<Duration> transferTimes(const TrainingTrace& trace);

} // namespace lockstep
