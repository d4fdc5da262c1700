// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

namespace lockstep {

/// Allocations of a node's GPUs are spans in this lane of the node: op says what is allocated, job and communicator
/// (the tenant) to whom, bytes how many GPUs, sequence which ones by bits, step the n-th state of the node; for drained
/// nodes the kind is Idle and op gives the reason.
inline constexpr auto allocationLane = "scheduler";
/// What lasts is reported again at least so often.
inline constexpr Duration allocationReportedAgain = std::chrono::seconds(30);

} // namespace lockstep
