// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ingest/clockcorrection.h"
#include "models/store/nodestatus.h"

namespace lockstep {

/// The node's newest tick on our time line.
[[nodiscard]] inline TimePoint lastHeard(const NodeStatus& status)
{
    return shifted(status.lastTick, status.appliedShift);
}

} // namespace lockstep
