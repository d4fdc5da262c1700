// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "models/analysis/causality/alertcost.h"
#include "models/analysis/causality/observedjobs.h"

namespace lockstep {

/// Ends the story of an alert about slow links with the port of its job that the measurements of the last ticks speak
/// against most (NVLink, NIC or the leaf's end), or names the counters that would identify it. Leaves other alerts as
/// they are.
void addSlowPort(Alert& alert, const Topology& topology, const ObservedJobs& jobs, Duration tickPeriod,
                 TimePoint moment, const ColumnOf& columnOf);

/// The same from the columns of a store that are at hand.
void addSlowPort(Alert& alert, const ClusterStore& store, TimePoint moment);

} // namespace lockstep
