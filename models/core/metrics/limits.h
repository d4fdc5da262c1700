// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/metric.h"

#include <optional>

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

/// Severity of a value by the metric's limits or flags; nullopt: healthy, no known limits, or no data. The only rule
/// for colouring, counting and reporting.
[[nodiscard]] std::optional<Severity> severityOf(const MetricDescriptor& metric, float value);

/// Whether a value is further on the bad side than another, which may be no data. For neutral metrics, high is bad.
[[nodiscard]] bool isWorse(float value, float than, Direction direction);
/// The same, but of two sets of flags the one with the worse flag.
[[nodiscard]] bool isWorse(const MetricDescriptor& metric, float value, float than);
/// Whether it can be well or ill at all by its limits or flags.
[[nodiscard]] bool isJudged(const MetricDescriptor& metric);
/// How far a value is beyond its nearest limit, in its unit (of flags how bad they are); 0 when it is well.
[[nodiscard]] float excessOf(const MetricDescriptor& metric, float value);

} // namespace lockstep
