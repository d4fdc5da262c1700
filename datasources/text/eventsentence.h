// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"

namespace lockstep {

/// Fills in the fields of an event that was written by an agent or recording of an earlier version without them, from
/// that version's sentences, and removes text that sentenceOf() adds again. No other code parses a sentence.
void deriveFields(Event& event);

} // namespace lockstep
