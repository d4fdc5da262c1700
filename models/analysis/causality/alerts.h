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

class SeamGraph;

/// For how long after its end an alert is still shown; what is reported again within that is still the same.
inline constexpr Duration shownAfterEnd = std::chrono::minutes(10);

/// The causes that need an operator at a moment, the most pressing first: active before acknowledged, shelved and
/// cleared, then the worst, then the one that began first.
///
/// A pure function of what was reported up to that moment, in any order and more than once: the same live, in the past,
/// in a replay and without a window. Any thread.
/// @param events everything that was reported; what is later than @p now does not count
[[nodiscard]] std::vector<Alert> alertsAt(std::span<const DerivedEvent> events, const Topology& topology,
                                          const ObservedJobs& jobs, TimePoint now);
/// The same with a graph that is kept: to make one costs more than the alerts.
[[nodiscard]] std::vector<Alert> alertsAt(std::span<const DerivedEvent> events, const SeamGraph& graph, TimePoint now);

/// A kind of cause that is muted at a place, for a time.
struct Mute
{
    std::string kind;
    std::string place; ///< one of an alert's names; empty: anywhere
    TimeRange range;

    friend bool operator==(const Mute&, const Mute&) = default;
};
/// Muted alerts are shelved, even if acknowledged, and sorted with shelved ones.
void applyMutes(std::vector<Alert>& alerts, std::span<const Mute> mutes, TimePoint now);

/// All alerts of a stretch of time, each as it was last known in it, in order of their onsets.
[[nodiscard]] std::vector<Alert> alertsDuring(std::span<const DerivedEvent> events, const SeamGraph& graph,
                                              TimeRange range);

/// The event of an acknowledgement. It is recorded like any other.
[[nodiscard]] Event acknowledgement(const Alert& alert, TimePoint now);
/// The event of shelving an alert for a time, with the reason.
[[nodiscard]] Event shelving(const Alert& alert, TimePoint now, Duration length, const std::string& reason);

} // namespace lockstep
