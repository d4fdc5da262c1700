// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/trace/trainingop.h"

#include <vector>

namespace lockstep {

/// How much of each op of a trace is not waiting: of a communication op what follows the latest start in its group, of
/// all others their whole duration. Between zero and the op's duration; where groups cannot be determined (no whole
/// step) nothing counts as waiting.
[[nodiscard]] std::vector<Duration> transferTimes(const TrainingTrace& trace);

} // namespace lockstep
