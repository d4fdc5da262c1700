// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/observedjobs.h"
#include "models/core/topology/topology.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lockstep {

/// Dependency graph: loop -> rack -> node -> GPU -> rank -> job, power feed -> rack, port -> link -> switch -> job,
/// node -> pool -> service. Built from the topology and from where jobs were observed; nothing is learned. One thread
/// at a time; topology and jobs must outlive it.
class DependencyGraph
{
public:
    DependencyGraph(const Topology& topology, const ObservedJobs& jobs);

    /// An upstream entity and its distance in steps.
    struct Upstream
    {
        EntityRef entity;
        int steps = 0;
    };
    /// Dependencies of an entity, itself first.
    [[nodiscard]] std::vector<Upstream> upstreamOf(EntityRef entity) const;

    /// Whether a job runs on, is cooled by, or sends over an entity.
    [[nodiscard]] bool dependsOn(std::string_view job, EntityRef entity) const;
    /// Whether two jobs use a common switch.
    [[nodiscard]] bool shareSwitch(std::string_view one, std::string_view other) const;
    /// Two jobs, and the links that carry traffic of both.
    struct SharedLinks
    {
        std::string one;
        std::string other; ///< sorted after the first
        std::vector<EntityRef> links; ///< in order; see linkOf()
    };
    /// All pairs of jobs that use common links, in order.
    [[nodiscard]] std::vector<SharedLinks> sharedLinks() const;
    /// Jobs that depend on an entity, in order.
    [[nodiscard]] std::vector<std::string> jobsOn(EntityRef entity) const;

    /// Represents both ends of a link by one entity: the node's end, otherwise the lower switch's, otherwise the first.
    [[nodiscard]] EntityRef linkOf(EntityRef port) const;
    /// Whether nodes are connected to the switch.
    [[nodiscard]] bool isLeaf(EntityRef device) const;
    /// The switches at the far ends of a switch's links, in order.
    [[nodiscard]] std::vector<EntityRef> neighboursOf(EntityRef device) const;
    /// The plane (rail) of a switch or of a port's switch, represented by its first leaf; invalid: none.
    [[nodiscard]] EntityRef planeOf(EntityRef entity) const;
    /// The loops that cool a rack.
    [[nodiscard]] std::vector<EntityRef> loopsOf(EntityRef rack) const;

    [[nodiscard]] const Topology& topology() const { return m_topology; }
    [[nodiscard]] const ObservedJobs& jobs() const { return m_jobs; }

    using Base = std::unordered_set<EntityRef>;
    /// All entities that a job or service runs on, is cooled by, or sends over; empty: not observed.
    [[nodiscard]] const Base& baseOf(std::string_view job) const;
    /// The nodes of a service, in order: of its pools in the cluster file, and the hosts of its replicas.
    [[nodiscard]] std::vector<EntityRef> nodesOfService(std::string_view service) const;

private:
    void addLinksOf(EntityRef gpu, Base& base) const;
    [[nodiscard]] Base makeBase(const ObservedJob& job) const;
    /// Connections between switches.
    struct Wiring
    {
        std::unordered_set<EntityRef> leaves; ///< switches to which nodes are connected
        std::unordered_map<EntityRef, std::vector<EntityRef>> neighbours; ///< by switch, in order
    };

    [[nodiscard]] const Wiring& wiring() const;
    [[nodiscard]] EntityRef switchAt(EntityRef far) const;
    void addPlace(EntityRef entity, std::vector<Upstream>& out, int steps) const;

    const Topology& m_topology;
    const ObservedJobs& m_jobs;
    std::vector<std::vector<EntityRef>> m_loopsOfRack; ///< by rack
    mutable std::optional<Wiring> m_wiring; ///< computed on first use
    mutable std::map<std::string, Base, std::less<>> m_bases; ///< by job, computed on first use
    mutable std::map<EntityRef, EntityRef> m_planes; ///< by switch, computed on first use
};

} // namespace lockstep
