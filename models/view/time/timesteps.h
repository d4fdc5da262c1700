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

/// Steps through events and spans: the nearest after (+1) or before (-1) a time.

/// Start of the next span of @p of or its children, or of any span if @p of is invalid. Considers only spans in memory;
/// see ClusterStore::spansAvailable().
[[nodiscard]] std::optional<TimePoint> nextSpanStart(const ClusterStore& store, EntityRef of, TimePoint from,
                                                     int direction);
/// The same among spans read from a recording, whose entities are those of @p topology.
[[nodiscard]] std::optional<TimePoint> nextSpanStart(const SpanStore& spans, const Topology& topology, EntityRef of,
                                                     TimePoint from, int direction);
/// An event of @p of or its children; of anything if @p of is invalid.
[[nodiscard]] std::optional<TimePoint> nextEvent(const ClusterStore& store, EntityRef of, TimePoint from,
                                                 int direction);
/// The same among events read from a recording.
[[nodiscard]] std::optional<TimePoint> nextEvent(std::span<const DerivedEvent> events, const Topology& topology,
                                                 EntityRef of, TimePoint from, int direction);

} // namespace lockstep
