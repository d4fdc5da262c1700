// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/recording.h"
#include "models/analysis/causality/observedjobs.h"

namespace lockstep {

/// The jobs of a recording and what they ran on. Spans are looked at in stretches spread over it, so that a long one is
/// not read whole; a job that ran in none of them is not found.
[[nodiscard]] ObservedJobs recordedJobs(Recording& recording);

} // namespace lockstep
