// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/values/hallmode.h"

#include <span>
#include <vector>

namespace lockstep {

/// Change per minute of the metric, in its unit: the slope of a straight line (least squares) through the last half
/// minute. By entity index; NaN with fewer than eight samples.
[[nodiscard]] std::vector<float> changesPerMinute(const HallMoment& moment, std::span<const HallSample> samples);

/// Seconds until the metric's critical limit (without one its warning); 0 beyond it, at most an hour, which also stands
/// for never. A GPU's temperature by the thermal model where that knows it; else by how the metric has been nearing its
/// limit all of the last minute, and where it settles. By entity index; NaN where that is not known.
[[nodiscard]] std::vector<float> secondsToLimit(const HallMoment& moment, std::span<const HallSample> samples);

} // namespace lockstep
