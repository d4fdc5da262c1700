// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/units.h"

#include <limits>
#include <optional>
#include <string>

namespace lockstep {

/// How a metric behaves over time. Collectors turn raw counters into rates (see CounterRate), so nearly all are gauges.
enum class MetricKind : std::uint8_t { Gauge, Counter };

/// Which direction is bad; determines colours and "worst first".
enum class Direction : std::uint8_t { Neutral, HighIsBad, LowIsBad };

/// No sample. The same NaN everywhere: in a column it means that nothing was measured there.
inline constexpr float noData = std::numeric_limits<float>::quiet_NaN();

/// Description of a metric. Names are dotted ("gpu.temperature"). The name is the identity: of two descriptors with one
/// name the first received is used.
struct MetricDescriptor
{
    std::string name;
    std::string title; ///< for people: "GPU temperature"
    Unit unit = Unit::None;
    MetricKind kind = MetricKind::Gauge;
    EntityKind entityKind = EntityKind::Node;
    Direction direction = Direction::Neutral;
    std::optional<float> warning; ///< limits in the metric's unit; nullopt: none known
    std::optional<float> critical;
    std::optional<float> fullScale; ///< natural top of a scale (1 for ratios); nullopt: from the data
    bool isDeviation = false; ///< from what is expected: 0 is well, and its scale is centred there
    std::string derivation = {}; ///< what it was computed from, a phrase for people; empty: it was measured
};

} // namespace lockstep
