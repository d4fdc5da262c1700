// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"
#include "models/ingest/derived.h"

#include <span>
#include <vector>

namespace lockstep {

class Recording;

// Both read the file, so on any thread but that of the GUI.

/// What was told in a recording, as far as one can take it in.
[[nodiscard]] std::vector<DerivedEvent> eventsOf(Recording& recording);

/// The moment at which a recording is opened: its first warning, which is what one most likely looks for; where nothing
/// was the matter, the first moment of its first minutes at which most nodes report.
[[nodiscard]] TimePoint firstMomentOf(Recording& recording, std::span<const DerivedEvent> events);

} // namespace lockstep
