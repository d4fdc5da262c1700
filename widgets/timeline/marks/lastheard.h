// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ingest/clockcorrection.h"
#include "models/store/nodestatus.h"

namespace lockstep {

/// Time of the node's newest tick, corrected to our clock.
[[nodiscard]] inline TimePoint lastHeard(const NodeStatus& status)
{
    return shifted(status.lastTick, status.appliedShift);
}

} // namespace lockstep
