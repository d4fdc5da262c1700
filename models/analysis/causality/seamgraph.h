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
/// pool -> service. Built from the topology and from where jobs were observed; nothing is learned. One thread at a
/// time; topology and jobs must outlive it.
class SeamGraph
{
public:
    SeamGraph(const Topology& topology, const ObservedJobs& jobs);

    /// An upstream entity and its distance in steps.
    struct Upstream
    {
        EntityRef entity;
        int steps = 0;
    };
    /// What an entity stands on, itself first.
    [[nodiscard]] std::vector<Upstream> upstreamOf(EntityRef entity) const;

    /// Whether a job runs on, is cooled by, or sends over an entity.
    [[nodiscard]] bool standsOn(std::string_view job, EntityRef entity) const;
    /// Whether two jobs send over a switch in common.
    [[nodiscard]] bool shareASwitch(std::string_view one, std::string_view other) const;
    /// Two jobs, and the links that carry traffic of both.
    struct SharedLinks
    {
        std::string one;
        std::string other; ///< later in order
        std::vector<EntityRef> links; ///< in order, as linkOf() says
    };
    /// All pairs of jobs that send over links in common, in order.
    [[nodiscard]] std::vector<SharedLinks> sharedLinks() const;
    /// The jobs that stand on an entity, in order.
    [[nodiscard]] std::vector<std::string> jobsOn(EntityRef entity) const;

    /// Both ends of a link are one entity: the node's end, else the lower switch's, else the first.
    [[nodiscard]] EntityRef linkOf(EntityRef port) const;
    /// A switch that machines hang at.
    [[nodiscard]] bool isLeaf(EntityRef device) const;
    /// The switches at the far ends of a switch's links, in order.
    [[nodiscard]] std::vector<EntityRef> neighboursOf(EntityRef device) const;
    /// The plane (rail) that a switch, or a port's switch, is of, by the first of its leaves; invalid: of none.
    [[nodiscard]] EntityRef planeOf(EntityRef entity) const;
    /// The loops that cool a rack.
    [[nodiscard]] std::vector<EntityRef> loopsOf(EntityRef rack) const;

    [[nodiscard]] const Topology& topology() const { return m_topology; }
    [[nodiscard]] const ObservedJobs& jobs() const { return m_jobs; }

    using Base = std::unordered_set<EntityRef>;
    /// Everything that a job runs on, is cooled by, or sends over; empty: not observed.
    [[nodiscard]] const Base& baseOf(std::string_view job) const;

private:
    void addLinksOf(EntityRef gpu, Base& base) const;
    [[nodiscard]] Base makeBase(const ObservedJob& job) const;
    /// How switches are connected.
    struct Wiring
    {
        std::unordered_set<EntityRef> leaves; ///< that machines hang at
        std::unordered_map<EntityRef, std::vector<EntityRef>> neighbours; ///< by switch, in order
    };

    [[nodiscard]] const Wiring& wiring() const;
    [[nodiscard]] EntityRef switchAt(EntityRef far) const;
    void addPlace(EntityRef entity, std::vector<Upstream>& out, int steps) const;

    const Topology& m_topology;
    const ObservedJobs& m_jobs;
    std::vector<std::vector<EntityRef>> m_loopsOfRack; ///< by rack
    mutable std::optional<Wiring> m_wiring; ///< once asked for
    mutable std::map<std::string, Base, std::less<>> m_bases; ///< by job, once asked for
    mutable std::map<EntityRef, EntityRef> m_planes; ///< by switch, once asked for
};

} // namespace lockstep
