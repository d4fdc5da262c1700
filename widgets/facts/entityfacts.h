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

/// Learned baselines of an entity: value, spread, amount of data and start. Only current baselines are stored; for past
/// moments the facts say so.
[[nodiscard]] Facts baselineFacts(const LearnedBaselines& baselines, const ClusterStore& store, EntityRef entity);

/// Facts about an entity from the cluster file: models, power feeds, the CDU of a loop, planned port ends, pools.
[[nodiscard]] Facts planFacts(const Topology& topology, EntityRef entity);

/// Which ranks of which jobs run on a GPU or node.
[[nodiscard]] Facts rankFacts(const ClusterStore& store, EntityRef entity);

/// Dependencies of a GPU or node: its links by their far ends, and the loops that cool its rack.
[[nodiscard]] Facts dependencyFacts(const Topology& topology, EntityRef entity);

/// Data quality of an entity: freshness and age, clock offset with its uncertainty, gaps, and the source. An entity
/// within a node has the facts of the node. @p now is this machine's wall clock.
[[nodiscard]] Facts trustFacts(const ClusterStore& store, EntityRef entity, TimePoint now);

/// Identity of the entity: place, and for a node (or something in one) hardware, system, agent and collectors.
[[nodiscard]] Facts identityFacts(const ClusterStore& store, EntityRef entity);

/// The whole cluster: its components, how many report, and the sources.
[[nodiscard]] Facts clusterFacts(const ClusterStore& store, TimePoint now);

} // namespace lockstep
