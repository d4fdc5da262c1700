// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topology.h"
#include "widgets/facts/fact.h"

namespace lockstep {

/// Facts about an entity from the cluster file: models, power feeds, the CDU of a loop, planned port ends, pools.
[[nodiscard]] Facts planFacts(const Topology& topology, EntityRef entity);

} // namespace lockstep
