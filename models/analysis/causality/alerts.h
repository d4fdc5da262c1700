// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "models/analysis/causality/observedjobs.h"
#include "models/core/topology/topology.h"
#include "models/ingest/derived.h"

#include <span>
#include <string>
#include <vector>

namespace lockstep {

class DependencyGraph;

/// Time after its end for which an alert is shown. An alert that is reported again within this time continues.
inline constexpr Duration shownAfterEnd = std::chrono::minutes(10);

/// The alerts at a moment, most severe first: active before acknowledged, shelved and cleared, then by severity, then
/// by onset.
///
/// A pure function of the events up to that moment. Their order and repetition do not matter, so live, past and
/// replayed results agree. Any thread.
/// @param events all events; those later than @p now are ignored
[[nodiscard]] std::vector<Alert> alertsAt(std::span<const DerivedEvent> events, const Topology& topology,
                                          const ObservedJobs& jobs, TimePoint now);
/// The same with a cached graph, because building one costs more than computing alerts.
[[nodiscard]] std::vector<Alert> alertsAt(std::span<const DerivedEvent> events, const DependencyGraph& graph,
                                          TimePoint now);

/// A kind of cause that is muted at a place, for a time.
struct Mute
{
    std::string kind;
    std::string place; ///< one of an alert's names; empty: everywhere
    TimeRange range;

    friend bool operator==(const Mute&, const Mute&) = default;
};
/// Muted alerts are shelved, even if acknowledged, and sorted with shelved ones.
void applyMutes(std::vector<Alert>& alerts, std::span<const Mute> mutes, TimePoint now);

/// All alerts of a time range, each in its last state in it, in order of onset.
[[nodiscard]] std::vector<Alert> alertsDuring(std::span<const DerivedEvent> events, const DependencyGraph& graph,
                                              TimeRange range);

/// The event of an acknowledgement, which is recorded like any other.
[[nodiscard]] Event acknowledgement(const Alert& alert, TimePoint now);
/// The event of shelving an alert for a time, with the reason.
[[nodiscard]] Event shelving(const Alert& alert, TimePoint now, Duration length, const std::string& reason);

} // namespace lockstep
