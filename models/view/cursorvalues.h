// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/clusterstore.h"

#include <optional>
#include <span>

namespace lockstep {

class TimeWindow;

/// What views show at the cursor, one rule for all: in the past what was measured at its tick; while the newest is
/// followed (nullopt as a tick) the newest of each entity, and nothing of those whose node fell silent.

/// The tick of a moment. At the very end of the data the cursor stands just behind the newest tick, which is meant.
[[nodiscard]] TickIndex tickAt(const ClusterStore& store, TimePoint time);
/// The tick of the cursor; nullopt: the newest.
[[nodiscard]] std::optional<TickIndex> tickAtCursor(const ClusterStore& store, const TimeWindow& time);
/// The same where a tick is needed.
[[nodiscard]] TickIndex newestOr(const ClusterStore& store, std::optional<TickIndex> tick);

/// All entities of a metric; nullopt: the newest that each ever reported, however old that is.
[[nodiscard]] std::span<const float> valuesAt(const ClusterStore& store, MetricId metric,
                                              std::optional<TickIndex> tick);
/// NaN: nothing, unknown metric or entity, not believed any more.
[[nodiscard]] float valueAt(const ClusterStore& store, MetricId metric, EntityRef entity,
                            std::optional<TickIndex> tick);

} // namespace lockstep
