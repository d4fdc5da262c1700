// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"

namespace lockstep {

/// Fills in the fields of an event that an agent or recording of an earlier version wrote without them, from the
/// sentences of that version, and removes from the text what sentenceOf() adds again. Nothing else reads a sentence.
void deriveFields(Event& event);

} // namespace lockstep
