// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/learnedbaselines.h"
#include "models/core/event.h"
#include "models/core/topology/topology.h"
#include "models/store/clusterstore.h"

#include <QString>

#include <optional>
#include <vector>

namespace lockstep {

/// One line of a fact sheet.
struct Fact
{
    QString label;
    QString value;
    std::optional<Severity> severity = std::nullopt; ///< nullopt: no problem
    friend bool operator==(const Fact&, const Fact&) = default;
};

using Facts = std::vector<Fact>;

/// Learned baselines of an entity: value, spread, amount of data and start. Only current ones are available, which is
/// stated for past moments.
[[nodiscard]] Facts usualFacts(const LearnedBaselines& baselines, const ClusterStore& store, EntityRef entity);

/// Facts about an entity from the cluster file: models, power feeds, the CDU of a loop, planned port ends, pools.
[[nodiscard]] Facts planFacts(const Topology& topology, EntityRef entity);

/// Which ranks of which jobs run on a GPU or node.
[[nodiscard]] Facts rankFacts(const ClusterStore& store, EntityRef entity);

/// Dependencies of a GPU or node: its links by their far ends, and the loops that cool its rack.
[[nodiscard]] Facts standingFacts(const Topology& topology, EntityRef entity);

/// How much an entity's numbers can be trusted right now: freshness and age, clock offset with its uncertainty, gaps,
/// the source. For an entity within a node, the facts of the node. @p now is our wall clock.
[[nodiscard]] Facts trustFacts(const ClusterStore& store, EntityRef entity, TimePoint now);

/// Identity of the entity: place, and for a node (or something in one) hardware, system, agent and collectors.
[[nodiscard]] Facts identityFacts(const ClusterStore& store, EntityRef entity);

/// The whole cluster: its components, how many report, and the sources.
[[nodiscard]] Facts clusterFacts(const ClusterStore& store, TimePoint now);

} // namespace lockstep
