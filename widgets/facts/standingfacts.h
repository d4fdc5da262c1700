// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topology.h"
#include "models/store/clusterstore.h"
#include "widgets/facts/fact.h"

namespace lockstep {

/// Which ranks of which jobs run on a GPU or node.
[[nodiscard]] Facts rankFacts(const ClusterStore& store, EntityRef entity);

/// Dependencies of a GPU or node: its links by their far ends, and the loops that cool its rack.
[[nodiscard]] Facts standingFacts(const Topology& topology, EntityRef entity);

} // namespace lockstep
