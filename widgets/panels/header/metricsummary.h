// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/time.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace lockstep {

class ClusterStore;
struct HeaderMoment;

/// Summary of all entities of a metric's kind at one moment.
struct MetricSummary
{
    MetricId metric;
    double sum = 0;
    double highest = 0;
    EntityRef highestAt;
    std::uint32_t count = 0; ///< entities with a value
    bool isStale = false; ///< no node is live: last known values
    bool isOverWindow = false; ///< each entity's mean over meanWindow instead of one value

    [[nodiscard]] bool hasData() const { return count > 0; }
    [[nodiscard]] double mean() const { return sum / count; }
};

/// Summarises a metric at the cursor's tick or, while following, over the newest values of live entities. Views show
/// the same values.
[[nodiscard]] MetricSummary summarise(const ClusterStore& store, std::string_view metric, const HeaderMoment& moment);

/// The same with values up to five minutes old, for metrics that have values only at the ends of steps or intervals.
[[nodiscard]] MetricSummary summariseSteps(const ClusterStore& store, std::string_view metric, HeaderMoment moment);

/// Metrics that vary within a job's step are averaged over this time.
inline constexpr Duration meanWindow = std::chrono::seconds(10);
/// The same with each entity's mean in meanWindow up to @p moment. Equals summarise() if a tick is that long.
[[nodiscard]] MetricSummary summariseMeans(const ClusterStore& store, std::string_view metric,
                                           const HeaderMoment& moment);

} // namespace lockstep
