// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/time.h"
#include "models/ingest/derived.h"

#include <optional>
#include <span>

namespace lockstep {

class ClusterStore;
class SpanStore;
class Topology;

/// Where a step through what happened leads: the nearest after (+1) or before (-1) a time.

/// The beginning of a span on @p of or on what is part of it; on anything when @p of is invalid. Among
/// those that can be had at once; see ClusterStore::spansAvailable().
[[nodiscard]] std::optional<TimePoint> nextSpanStart(const ClusterStore& store, EntityRef of, TimePoint from,
                                                     int direction);
/// The same among spans that were read from a recording, which stand on the entities of @p topology.
[[nodiscard]] std::optional<TimePoint> nextSpanStart(const SpanStore& spans, const Topology& topology, EntityRef of,
                                                     TimePoint from, int direction);
/// An event of @p of or of what is part of it; of anything when @p of is invalid.
[[nodiscard]] std::optional<TimePoint> nextEvent(const ClusterStore& store, EntityRef of, TimePoint from,
                                                 int direction);
/// The same among events that were read from a recording.
[[nodiscard]] std::optional<TimePoint> nextEvent(std::span<const DerivedEvent> events, const Topology& topology,
                                                 EntityRef of, TimePoint from, int direction);

} // namespace lockstep
