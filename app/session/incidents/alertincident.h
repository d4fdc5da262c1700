// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "models/core/topology/topology.h"
#include "models/incidents/incident.h"

namespace lockstep {

/// What an alert says of an incident: title, severity, culprits, kind, owner, what led to what, why it is held to be
/// the cause, and the steps of its runbook as actions. Leaves key, range, author and costs to the caller.
void fillFrom(const Alert& alert, const Topology& topology, Incident& incident);

} // namespace lockstep
