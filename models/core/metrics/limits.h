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

    /// False for NaN and infinities.
    [[nodiscard]] bool holds(float value) const { return value >= lowest && value <= highest; }
};

/// Generous physical limits by unit: a value outside them is a measurement error. A ratio with a full scale may reach
/// twice the full scale, because rates over jittery ticks exceed it.
[[nodiscard]] PlausibleRange plausibleRange(const MetricDescriptor& metric);

/// Severity of a value by the metric's limits or flags; nullopt: healthy, no known limits, or no data. The only rule
/// for colouring, counting and reporting.
[[nodiscard]] std::optional<Severity> severityOf(const MetricDescriptor& metric, float value);

/// Whether a value is worse than another, which may be no data. For neutral metrics, high is bad.
[[nodiscard]] bool isWorse(float value, float than, Direction direction);
/// The same for any metric: of two bit masks, the one with the worse flag is worse.
[[nodiscard]] bool isWorse(const MetricDescriptor& metric, float value, float than);
/// Whether the metric has limits or flags.
[[nodiscard]] bool isJudged(const MetricDescriptor& metric);
/// How far a value is beyond its nearest limit, in the metric's unit (for flags: their severity); 0 if healthy.
[[nodiscard]] float excessOf(const MetricDescriptor& metric, float value);

} // namespace lockstep
