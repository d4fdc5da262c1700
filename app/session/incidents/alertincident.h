// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "models/core/topology/topology.h"
#include "models/incidents/incident.h"

namespace lockstep {

/// What an alert says of an incident: title, severity, culprits, kind, what led to what, and why it is held to be the
/// cause. Key, range, author and costs are left to who draws the incident up.
void fillFrom(const Alert& alert, const Topology& topology, Incident& incident);

} // namespace lockstep
