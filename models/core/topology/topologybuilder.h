// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/nodelayout.h"
#include "models/core/topology/topology.h"

#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

namespace lockstep {

struct PlannedNode;

/// Names of a link's end, for TopologyBuilder::connect(). A GPU or switch that is part of a node is not identified by
/// its own name: its ports belong to the node, with both names ("gpu1/nvlink4").
[[nodiscard]] PeerDescriptor describeEnd(const Topology& topology, EntityRef end);

/// Builds the next Topology from the last one, from a cluster file and from nodes' reports. An unknown node is placed,
/// not rejected: in the next free unit of a rack called "unplaced", "unplaced 2" and so on. One thread at a time (the
/// store's, or a loader's before the store exists).
class TopologyBuilder
{
public:
    TopologyBuilder();
    explicit TopologyBuilder(const Topology& last);

    void setClusterName(std::string name);

    /// Adds or finds. Kind, parent and name identify an entity; adding it again returns the same ref.
    EntityRef addRack(const std::string& name, RackPlace place);
    EntityRef addNode(const std::string& name, EntityRef rack, NodePlace place);
    EntityRef add(EntityKind kind, const std::string& name, EntityRef parent);
    /// The top-level entity with this name; invalid: none.
    [[nodiscard]] EntityRef find(EntityKind kind, const std::string& name) const { return lookUp(kind, {}, name); }

    /// Adds a plan: racks, nodes with their GPUs, switches, both ends of each link, loops and their racks. Existing
    /// entities are kept and extended. A later plan replaces an earlier one.
    void addPlan(std::shared_ptr<const SitePlan> plan);

    /// Moves a rack, also in the plan if it contains the rack.
    void moveRack(EntityRef rack, float x, float z);

    /// Sets the far end of a port's link; see describeEnd(). An unknown end is connected when it appears.
    void connect(EntityRef port, const PeerDescriptor& peer);

    /// Sets the racks that a cooling loop serves, by name. Unknown racks are added when they appear.
    void serve(EntityRef loop, const std::vector<std::string>& racks);

    /// Adds or updates a node. A position in the identity only applies to a node that is not yet placed.
    EntityRef describeNode(std::shared_ptr<const NodeIdentity> identity);

    /// Whether one more entity may be added for a layout.
    using MayAdd = std::function<bool(const EntityDescriptor&)>;
    /// Entities of a node's layout, in its order; adds new ones. Invalid for entities that may not be added, and for
    /// their children.
    [[nodiscard]] std::vector<EntityRef> addLayout(EntityRef node, const NodeLayout& layout, const MayAdd& mayAdd = {});

    [[nodiscard]] std::size_t count(EntityKind kind) const { return m_next.count(kind); }
    /// True if anything was added or changed since construction.
    [[nodiscard]] bool hasChanged() const { return m_hasChanged; }

    /// The topology so far, as a new version. The builder can be used further.
    [[nodiscard]] TopologyPtr build();

private:
    EntityRef lookUp(EntityKind kind, EntityRef parent, const std::string& name) const;
    EntityRef append(EntityKind kind, const std::string& name, EntityRef parent);
    EntityRef placeUnknownNode(const NodeIdentity& identity);
    EntityRef placeOnHeap(const std::string& node);
    void findHeapTop();
    EntityRef rackAtEndOf(const std::string& row, const std::string& name);
    void makeRoomFor(EntityRef rack, NodePlace place);

    /// A port whose far end is named but not yet known.
    struct WaitingPort
    {
        EntityRef port;
        std::string wanted; ///< name of the far port; empty: only the owner is needed
    };

    [[nodiscard]] EntityRef ownerOf(const PeerDescriptor& peer) const;
    /// The part of an owner that has the port (or the owner itself), and the port's name there.
    [[nodiscard]] std::pair<EntityRef, std::string> holderOf(EntityRef owner, const std::string& port) const;
    [[nodiscard]] EntityRef addPlannedNode(const PlannedNode& node);
    void addPlannedLinks(const SitePlan& plan);
    [[nodiscard]] EntityRef addEnd(const PeerDescriptor& end);
    void setPeer(EntityRef port, EntityRef peer);
    void joinWaiting(EntityRef added);
    void resolveServed();

    Topology m_next;
    std::unordered_multimap<std::string, WaitingPort> m_waiting; ///< by name of the far end's owner
    std::map<std::uint32_t, std::vector<std::string>> m_servedNames; ///< by loop, as reported
    std::unordered_map<std::string, EntityRef> m_index; ///< kind, parent and name in one key
    std::uint32_t m_heap = 0; ///< the rack for unplaced nodes that is currently filled
    std::uint32_t m_heapTop = 0; ///< its first free unit; 0: not determined
    bool m_hasChanged = false;
};

} // namespace lockstep
