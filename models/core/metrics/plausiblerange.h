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

/// What no hardware of any data centre goes beyond, by unit, generously: a value outside is a fault of whoever measured
/// it, not a fact about the cluster. A ratio with a natural full scale may be off by once that scale (rates over
/// jittery ticks are).
[[nodiscard]] PlausibleRange plausibleRange(const MetricDescriptor& metric);

} // namespace lockstep
