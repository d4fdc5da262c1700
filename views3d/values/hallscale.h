// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/colourscale.h"
#include "views3d/values/hallmode.h"
#include "views3d/values/hallsample.h"

#include <span>

namespace lockstep {

/// The scale for samples as a mode shows them.
/// @param metric as the mode shows it
/// @param inUse the scale so far; one without a range's reason is none
[[nodiscard]] ColourScale scaleShown(HallMode mode, const MetricDescriptor& metric, std::span<const HallSample> samples,
                                     const ColourScale& inUse);

/// The scale to go on with: the one in use while it still fits the fresh one, so that colours and legend do not
/// flicker with every tick; else the fresh one.
[[nodiscard]] ColourScale steadyScale(const ColourScale& inUse, const ColourScale& fresh);

} // namespace lockstep
