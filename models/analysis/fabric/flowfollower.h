// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/fabric/collectivetracker.h"
#include "models/analysis/fabric/fabricboard.h"
#include "models/analysis/fabric/flowroster.h"
#include "models/core/topology/topology.h"
#include "models/store/spans/storedspan.h"

#include <optional>
#include <span>
#include <string_view>

namespace lockstep {

/// Determines which groups of GPUs communicate, and their bandwidth, from completed spans: the worker of
/// BandwidthAnalysis, also used for moments in the past. One thread at a time.
class FlowFollower
{
public:
    void clear();
    /// The next lane: lanes are numbered from 0 in the order in which they are added.
    void addLane(EntityRef entity) { m_roster.addLane(entity); }
    void add(const CollectivePart& part) { m_tracker.add(part); }

    /// By communicator, without those that have been silent for too long.
    /// @param lineRates by port, bits per second
    [[nodiscard]] std::vector<CommunicatorFlow> flows(std::int64_t nowNs, const Topology& topology,
                                                      std::span<const float> lineRates);

private:
    CollectiveTracker m_tracker;
    FlowRoster m_roster;
};

/// The part in a collective that a span describes, if it is large enough to measure bandwidth.
[[nodiscard]] std::optional<CollectivePart> collectivePart(std::uint32_t lane, const StoredSpan& span,
                                                           std::string_view op);

} // namespace lockstep
