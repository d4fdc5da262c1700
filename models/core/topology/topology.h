// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/nodeidentity.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Common properties of entities. parent is invalid for top-level ones (racks, switches, loops, jobs).
struct EntityInfo
{
    std::string name;
    EntityRef parent;
};

/// Position of a rack in the hall, in metres from the hall's corner: x along the row, z across rows.
struct RackPlace
{
    std::string row;
    std::uint32_t positionInRow = 0;
    float x = 0;
    float z = 0;
    std::uint32_t heightUnits = 42;
    bool isPlaced = false; ///< false: position unknown; placed at the end of a row of its own
    bool isTurned = false; ///< its front, where cold air enters, faces -z instead of +z
    float width = standardWidth; ///< along the row
    float depth = standardDepth;

    static constexpr float standardWidth = 0.6F;
    static constexpr float standardDepth = 1.2F;

    friend bool operator==(const RackPlace&, const RackPlace&) = default;
};

/// Position of a node in its rack.
struct NodePlace
{
    std::uint32_t bottomUnit = 1;
    std::uint32_t heightUnits = 1;

    friend bool operator==(const NodePlace&, const NodePlace&) = default;
};

/// Position of a switch, if known.
struct SwitchPlace
{
    EntityRef rack; ///< invalid: unknown
    NodePlace units;
};

struct SitePlan;

/// The entities of a cluster and how they are connected. Immutable and shared; a change creates a new one with a higher
/// version in which every entity keeps its index (entities are only appended). Any thread.
class Topology
{
public:
    /// Name of the only entity of kind Cluster, which exists as soon as there is a node.
    static constexpr std::string_view wholeCluster = "cluster";

    [[nodiscard]] std::uint64_t version() const { return m_version; }
    [[nodiscard]] const std::string& clusterName() const { return m_clusterName; }

    [[nodiscard]] std::size_t count(EntityKind kind) const { return table(kind).size(); }
    [[nodiscard]] bool contains(EntityRef ref) const { return ref.index < table(ref.kind).size(); }

    /// Name, parent, children. @pre contains(ref)
    [[nodiscard]] const std::string& name(EntityRef ref) const { return table(ref.kind)[ref.index].name; }
    [[nodiscard]] EntityRef parent(EntityRef ref) const { return table(ref.kind)[ref.index].parent; }
    [[nodiscard]] std::span<const EntityRef> children(EntityRef ref) const;
    /// Entities without a parent, kind by kind.
    [[nodiscard]] std::span<const EntityRef> roots() const { return m_roots; }

    /// The nearest entity of @p kind at or above @p ref; invalid if there is none.
    [[nodiscard]] EntityRef ancestor(EntityRef ref, EntityKind kind) const;
    /// "rack A1 / node-17 / gpu3": names from the top down.
    [[nodiscard]] std::string path(EntityRef ref) const;

    /// The far end of a port's link: the port, or the switch or node if the port is unknown. As discovered, otherwise
    /// as planned. Invalid if unknown.
    [[nodiscard]] EntityRef peer(EntityRef port) const
    {
        const EntityRef seen = wiredPeer(port);
        return seen.isValid() || isMissing(port) ? seen : plannedPeer(port);
    }
    /// The far end as discovered: as reported, otherwise as in the plan's discovered links. Invalid if not discovered.
    [[nodiscard]] EntityRef wiredPeer(EntityRef port) const
    {
        const EntityRef reported = reportedPeer(port);
        return reported.isValid() || port.index >= m_planPeers.size() ? reported : m_planPeers[port.index].wired;
    }
    /// The far end as reported.
    [[nodiscard]] EntityRef reportedPeer(EntityRef port) const
    {
        return port.index < m_peers.size() ? m_peers[port.index] : EntityRef{};
    }
    /// The far end as planned.
    [[nodiscard]] EntityRef plannedPeer(EntityRef port) const
    {
        return port.index < m_planPeers.size() ? m_planPeers[port.index].planned : EntityRef{};
    }
    /// Whether the link is planned but was not discovered, although the links of one of its ends were examined.
    [[nodiscard]] bool isMissing(EntityRef port) const
    {
        return port.index < m_planPeers.size() && m_planPeers[port.index].isMissing;
    }
    /// The port's link: index into the plan's links, or into its discovered links.
    static constexpr std::uint32_t noLink = 0xFFFFFFFF;
    [[nodiscard]] std::uint32_t plannedLink(EntityRef port) const
    {
        return port.index < m_planPeers.size() ? m_planPeers[port.index].plannedLink : noLink;
    }
    [[nodiscard]] std::uint32_t wiredLink(EntityRef port) const
    {
        return port.index < m_planPeers.size() ? m_planPeers[port.index].wiredLink : noLink;
    }

    /// The racks that a cooling loop serves; empty if unknown.
    [[nodiscard]] std::span<const EntityRef> served(EntityRef loop) const
    {
        return loop.index < m_served.size() ? std::span<const EntityRef>(m_served[loop.index])
                                            : std::span<const EntityRef>();
    }

    [[nodiscard]] const RackPlace& rackPlace(EntityRef rack) const { return m_rackPlaces[rack.index]; }
    [[nodiscard]] const NodePlace& nodePlace(EntityRef node) const { return m_nodePlaces[node.index]; }
    [[nodiscard]] SwitchPlace switchPlace(EntityRef device) const
    {
        return device.index < m_switchPlaces.size() ? m_switchPlaces[device.index] : SwitchPlace{};
    }
    /// The plan from a cluster file or inventories; may be null.
    [[nodiscard]] const std::shared_ptr<const SitePlan>& plan() const { return m_plan; }
    /// The node's own description; null before its first report.
    [[nodiscard]] const NodeIdentity* identity(EntityRef node) const { return m_identities[node.index].get(); }

    /// The child of @p parent (or, with an invalid parent, the root) of that kind and name; invalid if there is none.
    [[nodiscard]] EntityRef find(EntityKind kind, EntityRef parent, std::string_view name) const;
    /// A node by name, wherever it is placed.
    [[nodiscard]] EntityRef findNode(std::string_view name) const;

private:
    friend class TopologyBuilder;

    [[nodiscard]] const std::vector<EntityInfo>& table(EntityKind kind) const
    {
        return m_tables[static_cast<std::size_t>(kind)];
    }

    std::uint64_t m_version = 0;
    std::string m_clusterName;
    std::array<std::vector<EntityInfo>, entityKindCount> m_tables;
    std::array<std::vector<std::vector<EntityRef>>, entityKindCount> m_children;
    std::vector<EntityRef> m_roots;
    std::vector<RackPlace> m_rackPlaces;
    std::vector<NodePlace> m_nodePlaces;
    std::vector<std::shared_ptr<const NodeIdentity>> m_identities;
    struct PlanPeers
    {
        EntityRef planned;
        EntityRef wired;
        std::uint32_t plannedLink = noLink;
        std::uint32_t wiredLink = noLink;
        bool isMissing = false;
    };

    std::vector<EntityRef> m_peers; ///< by port, as reported; shorter than the ports: the rest is unknown
    std::vector<PlanPeers> m_planPeers; ///< by port; shorter likewise
    std::vector<SwitchPlace> m_switchPlaces; ///< by switch; shorter likewise
    std::shared_ptr<const SitePlan> m_plan;
    std::vector<std::vector<EntityRef>> m_served; ///< by loop; shorter than the loops: the rest is unknown
};

using TopologyPtr = std::shared_ptr<const Topology>;

} // namespace lockstep
