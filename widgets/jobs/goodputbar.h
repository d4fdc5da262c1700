// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/goodput/goodput.h"
#include "widgets/common/canvas/sharebar.h"

#include <vector>

namespace lockstep {

/// GPU time by what it went into, as a bar shows it: the same names and colours wherever it is shown.
[[nodiscard]] std::vector<ShareBar::Part> goodputParts(const GpuTime& time);

} // namespace lockstep
