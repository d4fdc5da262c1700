// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/clusterstore.h"
#include "widgets/facts/fact.h"

namespace lockstep {

/// How much an entity's numbers can be trusted right now: freshness and age, clock offset with its uncertainty, gaps,
/// the source. For an entity within a node, its node's. @p now is our wall clock.
[[nodiscard]] Facts trustFacts(const ClusterStore& store, EntityRef entity, TimePoint now);

/// Who the entity is: place, and for a node (or something in one) its hardware, system, agent and collectors.
[[nodiscard]] Facts identityFacts(const ClusterStore& store, EntityRef entity);

/// The cluster as a whole: what there is, how much of it reports, and from where.
[[nodiscard]] Facts clusterFacts(const ClusterStore& store, TimePoint now);

} // namespace lockstep
