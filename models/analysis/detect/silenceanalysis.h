// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/eventcodes.h"
#include "models/core/topology/topology.h"
#include "models/ingest/derived.h"
#include "models/store/analysis.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// The smallest unit that contains all silent nodes: the node itself, or a rack, switch, power feed or row of which
/// every node is silent.
struct SilentPlace
{
    EntityRef entity; ///< node, rack or switch; invalid: none, so the cluster
    std::string words; ///< "All 8 nodes of power feed F2", "40 nodes in 5 racks"; for a single node, its name
    bool isWhole = false; ///< everything in that place is silent
};
/// @param silent nodes, at least one  @param watched all watched nodes, including the silent ones
[[nodiscard]] SilentPlace silentPlace(const Topology& topology, std::span<const std::uint32_t> silent,
                                      std::span<const std::uint32_t> watched);

/// Racks of nodes, without duplicates, in order; an invalid one for nodes outside racks.
[[nodiscard]] std::vector<EntityRef> racksOf(const Topology& topology, std::span<const std::uint32_t> nodes);

/// A relay or metrics server between the dashboard and nodes that is itself silent.
struct LostIntermediary
{
    enum class Kind : std::uint8_t { Nothing, Relay, Engine };

    Kind kind = Kind::Nothing;
    std::string name = {}; ///< of a relay, or address of a server

    [[nodiscard]] auto operator<=>(const LostIntermediary&) const = default;
};

/// Reporting state of a node at one moment.
struct NodeReporting
{
    enum class State : std::uint8_t {
        NotMonitored, ///< never reported, or no longer monitored
        Reporting,
        Silent,
    };

    State state = State::NotMonitored;
    TimePoint lastReport; ///< by the local clock
    Duration period = std::chrono::seconds(1); ///< of its ticks
    std::uint64_t lostTicks = 0; ///< total
    LostIntermediary lostIntermediary; ///< between it and the dashboard
    bool isReporter = false; ///< not counted as a node, see isReporter()
};

/// Reports nodes that stop reporting. Nodes that stop at about the same time share one event, unless they are few and
/// unrelated. Each lost relay or server has one event, together with the nodes behind it. Another event follows when
/// all nodes of an event report again; it states the lost data. The event's entity is the smallest unit that contains
/// all nodes, otherwise the cluster. One or two late ticks are ignored. A plain value, used by the analysis's worker.
class SilenceWatch
{
public:
    static constexpr auto code = codes::nodeLost; ///< see AlertEventLog for the code of its end
    static constexpr int ticksBeforeSilent = 4;
    /// Time to collect nodes that stop together, because their last ticks differ.
    static constexpr Duration gatheredFor = std::chrono::seconds(2);

    /// @param nodes by index
    void step(TimePoint now, const Topology& topology, std::span<const NodeReporting> nodes, Derived& out);

private:
    struct Lost
    {
        std::uint32_t node = 0;
        TimePoint since; ///< time of its last tick
        std::uint64_t lostBefore = 0; ///< ticks
        bool isBack = false;
    };
    /// Nodes of one event.
    struct Group
    {
        EntityRef place; ///< entity of the event; invalid: the cluster
        LostIntermediary between; ///< lost relay or server; nothing: nodes only
        std::vector<Lost> nodes;
    };

    /// By node: collected, or reported and still silent.
    [[nodiscard]] std::vector<bool> known(std::size_t nodes) const;
    void gather(TimePoint now, std::span<const NodeReporting> nodes);
    void reportSilent(TimePoint now, const Topology& topology, std::span<const NodeReporting> nodes, Derived& out);
    [[nodiscard]] static std::vector<Group> apart(Group group, const Topology& topology,
                                                  std::span<const NodeReporting> nodes);
    void reportGroup(Group group, TimePoint now, const Topology& topology, std::span<const NodeReporting> nodes,
                     Derived& out);
    static void follow(Group& group, TimePoint now, const Topology& topology, std::span<const NodeReporting> nodes,
                       Derived& out);

    std::vector<Lost> m_gathering; ///< silent, not reported yet
    std::optional<TimePoint> m_gatheringSince;
    std::vector<Group> m_groups;
    std::vector<std::uint64_t> m_lostAtReport; ///< by node: lost ticks at its last tick
};

/// Reports nodes that stop reporting, and their return. Not for files, in which no data arrives. Owned by the host.
class SilenceAnalysis final : public Analysis
{
public:
    [[nodiscard]] Task take(const ClusterStore& store, const ChangeSet& changes) override;

private:
    SilenceWatch m_watch; ///< used by the worker
};

} // namespace lockstep
