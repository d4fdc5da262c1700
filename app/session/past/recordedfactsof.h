// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"
#include "models/core/topology/topology.h"
#include "models/store/recordedfacts.h"

#include <span>

namespace lockstep {

class Recording;

// All read the file, so on any thread but that of the GUI.

/// The facts of a recording other than columns and spans; of its events as many as can be listed.
[[nodiscard]] RecordedFacts factsOf(Recording& recording);

/// A recording's topology with its nodes' own descriptions.
[[nodiscard]] TopologyPtr describedTopologyOf(Recording& recording);

/// The moment at which a recording is opened: its first warning, which is what one most likely looks for; where nothing
/// was the matter, the first moment of its first minutes at which most nodes report.
[[nodiscard]] TimePoint firstMomentOf(Recording& recording, std::span<const DerivedEvent> events);

} // namespace lockstep
