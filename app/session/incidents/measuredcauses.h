// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/live/syncboard.h"
#include "models/core/time.h"

#include <string>

namespace lockstep {

class ClusterStore;

/// Who held which job up, as blame and what-if say it, for an incident to begin its causes with. Empty where nobody
/// did, or where the steps that are judged lie outside of the incident.
[[nodiscard]] std::string measuredCauses(const SyncSnapshot& sync, const ClusterStore& store, TimeRange range);

} // namespace lockstep
