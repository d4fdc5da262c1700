// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/units.h"

#include <limits>
#include <optional>
#include <string>

namespace lockstep {

/// How a metric behaves over time. Collectors convert raw counters to rates (see CounterRate), so nearly all metrics
/// are gauges.
enum class MetricKind : std::uint8_t { Gauge, Counter };

/// Which direction is bad; determines colours and "worst first".
enum class Direction : std::uint8_t { Neutral, HighIsBad, LowIsBad };

/// No sample. In a column, this NaN means that nothing was measured.
inline constexpr float noData = std::numeric_limits<float>::quiet_NaN();

/// Description of a metric. The dotted name ("gpu.temperature") identifies it: if two descriptors have the same name,
/// the first one received is used.
struct MetricDescriptor
{
    std::string name;
    std::string title; ///< for people: "GPU temperature"
    Unit unit = Unit::None;
    MetricKind kind = MetricKind::Gauge;
    EntityKind entityKind = EntityKind::Node;
    Direction direction = Direction::Neutral;
    std::optional<float> warning; ///< limits in the metric's unit; nullopt: unknown
    std::optional<float> critical;
    std::optional<float> fullScale; ///< natural top of a scale (1 for ratios); nullopt: from the data
    bool isDeviation = false; ///< from an expected value: 0 is healthy, and colour scales are centred there
    std::string derivation = {}; ///< inputs of a derived metric, as a phrase for people; empty: measured
};

} // namespace lockstep
