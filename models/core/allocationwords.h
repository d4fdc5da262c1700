// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

namespace lockstep {

/// Allocations of a node's GPUs are spans in this lane of the node. op is the kind of allocation, job the job's name,
/// communicator the tenant's name, bytes the number of GPUs, sequence a bit mask of their indices, and step a counter
/// of the node's states. A drained node has the kind Idle, with the reason in op.
inline constexpr auto allocationLane = "scheduler";
/// An allocation that lasts is reported again at least this often.
inline constexpr Duration allocationReportedAgain = std::chrono::seconds(30);

} // namespace lockstep
