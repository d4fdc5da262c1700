// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/fabric/fabricresults.h"
#include "models/analysis/sync/matching/collectiveop.h"
#include "models/core/span.h"
#include "models/core/topology/topology.h"
#include "models/store/spans/storedspan.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// One rank's completed part of one collective.
struct CollectivePart
{
    std::uint32_t lane = 0;
    std::uint32_t communicator = 0; ///< any number that identifies it
    std::uint32_t sequence = 0; ///< n-th on its communicator
    CollectiveKind kind = CollectiveKind::Generic;
    std::uint64_t bytes = 0;
    std::int64_t durationNs = 0;
    std::int64_t endNs = 0;
};

/// Recent bandwidth of a communicator.
struct CommunicatorBandwidth
{
    std::uint32_t communicator = 0;
    std::vector<std::uint32_t> lanes; ///< members, ascending
    CollectiveKind kind = CollectiveKind::Generic; ///< of its last sufficiently large collective, as are the
                                                   ///< next values
    std::uint64_t bytes = 0;
    std::int64_t transferNs = 0; ///< of this collective, without waits: the duration of its shortest part
    std::int64_t endNs = 0;
    double busBandwidth = 0; ///< bytes per second; 0: unknown
    // Of all its large collectives: bytes sent per member, decaying.
    double passedBytes = 0; ///< as of lastEndNs
    std::int64_t firstEndNs = 0;
    std::int64_t lastEndNs = 0;

    static constexpr double trafficSeconds = 20; ///< time constant of the decay
    /// Bytes per second that each member sends; NaN if observed for too short a time.
    [[nodiscard]] double traffic(std::int64_t nowNs) const;
};

/// Computes the bus bandwidth of each communicator from its members' spans, in any order. A collective is evaluated
/// when all known members have reported it, or when a few later ones have begun. Its transfer time is its shortest
/// part, so no common clock is needed. Memory is proportional to the number of members. One thread at a time.
class CollectiveTracker
{
public:
    static constexpr std::uint64_t minBytes = 1'000'000; ///< smaller collectives measure latency, not bandwidth

    void add(const CollectivePart& part);
    void clear() { m_communicators.clear(); }

    /// By communicator.
    [[nodiscard]] std::vector<const CommunicatorBandwidth*> bandwidths() const;

private:
    struct Pending
    {
        std::uint32_t sequence = 0;
        std::uint32_t parts = 0;
        CollectivePart shortest;
    };
    struct Communicator
    {
        CommunicatorBandwidth result;
        std::vector<Pending> pending; ///< a few, oldest first
    };

    static void judge(Communicator& communicator, std::size_t pending);

    std::map<std::uint32_t, Communicator> m_communicators;
};

/// Members of a communicator, and their ports.
struct FlowMembers
{
    std::shared_ptr<const std::vector<EntityRef>> gpus; ///< by lane; invalid: unknown
    std::vector<std::uint32_t> nics; ///< ports that their traffic uses, without duplicates
    bool crossesNodes = false;
};

/// Looks up members of communicators once, and again only when new members are known. One thread at a time.
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
