// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/clusterstore.h"

#include <optional>
#include <span>

namespace lockstep {

class TimeWindow;

/// Values at the cursor, by one rule for all views. In the past: the values of the cursor's tick. While following live
/// data (tick nullopt): the newest value of each entity, unless its node has fallen silent.

/// The tick of a moment. At the very end of the data the cursor is just after the newest tick, which is then returned.
[[nodiscard]] TickIndex tickAt(const ClusterStore& store, TimePoint time);
/// The tick of the cursor; nullopt: the newest.
[[nodiscard]] std::optional<TickIndex> tickAtCursor(const ClusterStore& store, const TimeWindow& time);
/// The same, if a tick is needed.
[[nodiscard]] TickIndex newestOr(const ClusterStore& store, std::optional<TickIndex> tick);

/// The values of all entities at a tick; nullopt: the newest value that each ever reported, regardless of its age.
[[nodiscard]] std::span<const float> valuesAt(const ClusterStore& store, MetricId metric,
                                              std::optional<TickIndex> tick);
/// NaN: no data, unknown metric or entity, or outdated.
[[nodiscard]] float valueAt(const ClusterStore& store, MetricId metric, EntityRef entity,
                            std::optional<TickIndex> tick);

} // namespace lockstep
