// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/live/syncboard.h"
#include "models/core/time.h"

#include <string>

namespace lockstep {

class ClusterStore;

/// The stragglers of each job according to blame and what-if, as the first text of an incident's causes. Empty if there
/// are none, or if the judged steps are outside the incident.
[[nodiscard]] std::string measuredCauses(const SyncSnapshot& sync, const ClusterStore& store, TimeRange range);

} // namespace lockstep
