// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

namespace lockstep {

class Recording;

/// The moment at which a recording is opened: its first warning, which is what one most likely looks for; where nothing
/// was the matter, the first moment of its first minutes at which most nodes report. Reads the file, so on any thread
/// but that of the GUI.
[[nodiscard]] TimePoint firstMomentOf(Recording& recording);

} // namespace lockstep
