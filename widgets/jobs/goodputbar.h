// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/goodput/goodput.h"
#include "widgets/common/canvas/sharebar.h"

#include <vector>

namespace lockstep {

/// GPU time by use as parts of a bar, with the same names and colours everywhere.
[[nodiscard]] std::vector<ShareBar::Part> goodputParts(const GpuTime& time);

} // namespace lockstep
