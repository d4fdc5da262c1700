// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"
#include "models/core/topology/topology.h"
#include "models/store/clusterstore.h"

#include <QString>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lockstep {

class CoolingMap;
struct HallSample;

/// Quantity that the colours show for the selected metric. The other modes show differences that Value hides.
enum class HallMode : std::uint8_t {
    Value,
    Deviation, ///< deviation from the peers' median
    Rate, ///< change per minute over the last half minute
    TimeToLimit, ///< time until the metric reaches its limit; none if it settles below
    GapAge, ///< time since the last sample
};

inline constexpr std::array hallModes{HallMode::Value, HallMode::Deviation, HallMode::Rate, HallMode::TimeToLimit,
                                      HallMode::GapAge};

[[nodiscard]] QString hallModeName(HallMode mode);
/// False for TimeToLimit with a metric without limits.
[[nodiscard]] bool isShowable(const MetricDescriptor& metric, HallMode mode);
/// The metric as shown: with the title, unit and direction of the mode.
[[nodiscard]] MetricDescriptor shownAs(const MetricDescriptor& metric, HallMode mode);

/// The store at one moment, for one metric.
struct HallMoment
{
    const ClusterStore& store;
    const CoolingMap& cooling; ///< of the store's topology
    MetricId metric;
    TickIndex tick; ///< newest valid tick
    bool isFollowing;

    [[nodiscard]] const MetricDescriptor& descriptor() const { return store.metrics().descriptor(metric); }
};

/// Converts values, by entity index of the metric's kind, to samples of a mode. Samples whose value is undefined in the
/// mode become ValueState::NoData. Stale entities have values only in the modes Value and GapAge.
void applyMode(HallMode mode, const HallMoment& moment, std::span<HallSample> samples);

/// The metric with the deviations of another metric: "gpu.temperature.deviation" for "gpu.temperature". Invalid if the
/// same entity kind has none.
[[nodiscard]] MetricId deviationOf(const ClusterStore& store, MetricId metric);
/// Values of the deviation metric at the moment, by entity index; NaN: no value; empty if there is no such metric. The
/// analysis that computes them may be a few ticks behind.
[[nodiscard]] std::vector<float> computedDeviations(const HallMoment& moment, std::size_t count);

} // namespace lockstep
