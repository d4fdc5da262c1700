// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

namespace lockstep {

/// Who has a node's GPUs comes as spans in this lane of the node: op says what of it, job and communicator (the tenant)
/// who, bytes how many GPUs, sequence which ones by bits, step the n-th state of the node; of unavailability the kind
/// is Idle and op says why.
inline constexpr auto allocationLane = "scheduler";
/// What lasts is reported again at least so often.
inline constexpr Duration allocationReportedAgain = std::chrono::seconds(30);

} // namespace lockstep
