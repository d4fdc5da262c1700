// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/fabric/collectivetracker.h"
#include "models/analysis/fabric/fabricboard.h"
#include "models/core/topology/topology.h"
#include "models/store/spans/storedspan.h"

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// Members of a communicator, and their ports.
struct FlowMembers
{
    std::shared_ptr<const std::vector<EntityRef>> gpus; ///< by lane; invalid: unknown
    std::vector<std::uint32_t> nics; ///< ports that their traffic uses, without duplicates
    bool crossesNodes = false;
};

/// Looks up members of communicators once, and again only when new ones are known. One thread at a time.
class FlowRoster
{
public:
    void clear();
    void addLane(EntityRef entity) { m_entityOfLane.push_back(entity); }

    /// Valid until the next call.
    [[nodiscard]] const FlowMembers& membersOf(const CommunicatorBandwidth& communicator, const Topology& topology);

private:
    [[nodiscard]] FlowMembers lookUp(const CommunicatorBandwidth& communicator, const Topology& topology) const;

    std::uint64_t m_topologyVersion = 0;
    std::vector<EntityRef> m_entityOfLane;
    std::unordered_map<std::uint32_t, FlowMembers> m_members; ///< by communicator
};

/// The NIC in a GPU's slot if its node has as many NICs as GPUs, otherwise all of them. Only NICs with a known far end.
void addNicsOfGpu(const Topology& topology, EntityRef gpu, std::vector<std::uint32_t>& nics);

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
