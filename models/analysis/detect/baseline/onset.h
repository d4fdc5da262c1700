// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"

#include <string>

namespace lockstep {

/// How a finding that began before it is reported ends its sentence: ", for 12 s". Empty below two seconds.
[[nodiscard]] std::string lastingText(Duration duration);

/// When what an event tells of began: its time, less what its sentence says it has lasted.
[[nodiscard]] TimePoint onsetOf(const Event& event);

} // namespace lockstep
