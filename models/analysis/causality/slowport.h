// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "models/analysis/causality/alertcost.h"
#include "models/analysis/causality/observedjobs.h"

namespace lockstep {

/// Appends to the chain of an alert about slow links the port of its job (NVLink, NIC or the leaf's end) that is most
/// suspicious in the last ticks, or names the counters that would identify it. Leaves other alerts unchanged.
void addSlowPort(Alert& alert, const Topology& topology, const ObservedJobs& jobs, Duration tickPeriod,
                 TimePoint moment, const ColumnOf& columnOf);

/// The same from available columns of a store.
void addSlowPort(Alert& alert, const ClusterStore& store, TimePoint moment);

} // namespace lockstep
