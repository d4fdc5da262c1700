// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topology.h"
#include "widgets/facts/fact.h"

namespace lockstep {

/// What the cluster file says of an entity: models, power feeds, the CDU of a loop, where a port should lead, pools.
[[nodiscard]] Facts planFacts(const Topology& topology, EntityRef entity);

} // namespace lockstep
