// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"

namespace lockstep {

/// Plausible values of a measurement, both ends included, in the metric's unit.
struct PlausibleRange
{
    float lowest;
    float highest;

    /// False for NaN and infinities too.
    [[nodiscard]] bool holds(float value) const { return value >= lowest && value <= highest; }
};

/// Generous physical limits by unit: a value outside is a measurement error. A ratio with a natural full scale may
/// exceed it by once that scale, as rates over jittery ticks do.
[[nodiscard]] PlausibleRange plausibleRange(const MetricDescriptor& metric);

} // namespace lockstep
