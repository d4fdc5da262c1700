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

/// What names that end of a link to TopologyBuilder::connect(). A GPU or switch that is part of a node is not known by
/// its own name: its ports are its node's, under both names ("gpu1/nvlink4").
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

    /// Adds or finds. An entity is known by kind, parent and name; adding it again returns the same ref.
    EntityRef addRack(const std::string& name, RackPlace place);
    EntityRef addNode(const std::string& name, EntityRef rack, NodePlace place);
    EntityRef add(EntityKind kind, const std::string& name, EntityRef parent);
    /// The top-level entity of that name; invalid: none.
    [[nodiscard]] EntityRef find(EntityKind kind, const std::string& name) const { return lookUp(kind, {}, name); }

    /// Adds a plan: racks, nodes with their GPUs, switches, both ends of each link, loops and their racks. Existing
    /// entities stay, and get the plan's additional data. A later plan replaces an earlier one.
    void addPlan(std::shared_ptr<const SitePlan> plan);

    /// Has a rack stand elsewhere, in the plan too if that names it.
    void moveRack(EntityRef rack, float x, float z);

    /// Sets the far end of a port's link; see describeEnd(). An unknown end is connected when it appears.
    void connect(EntityRef port, const PeerDescriptor& peer);

    /// Sets the racks that a cooling loop serves, by name. Unknown racks are added when they appear.
    void serve(EntityRef loop, const std::vector<std::string>& racks);

    /// The node as it describes itself. A position in the identity counts only for a node that is not yet placed.
    EntityRef describeNode(std::shared_ptr<const NodeIdentity> identity);

    /// Whether one more entity may be added for a layout.
    using MayAdd = std::function<bool(const EntityDescriptor&)>;
    /// Refs for each entity of a node's layout, in its order, adding those that are new. Invalid for one that may not
    /// be added, and for what is part of it.
    [[nodiscard]] std::vector<EntityRef> addLayout(EntityRef node, const NodeLayout& layout, const MayAdd& mayAdd = {});

    [[nodiscard]] std::size_t count(EntityKind kind) const { return m_next.count(kind); }
    /// True when anything was added or changed since construction.
    [[nodiscard]] bool hasChanged() const { return m_hasChanged; }

    /// The topology so far, as a new version. The builder goes on from it.
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
        std::string wanted; ///< name of the far port; empty: the owner is all that is asked for
    };

    [[nodiscard]] EntityRef ownerOf(const PeerDescriptor& peer) const;
    /// The part of an owner that has the port, the owner itself if none, and what it calls the port.
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
    std::uint32_t m_heapTop = 0; ///< its first free unit; 0: not looked for
    bool m_hasChanged = false;
};

} // namespace lockstep
