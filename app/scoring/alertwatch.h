// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/scoring/cause.h"
#include "models/analysis/causality/observedjobs.h"
#include "models/core/topology/topology.h"
#include "models/ingest/derived.h"

#include <span>
#include <vector>

namespace lockstep::scoring {

/// Feeds reported events to the alert analysis tick by tick, as an operator would see them. Any one thread.
class AlertWatch
{
public:
    virtual ~AlertWatch() = default;

    /// @param news what was reported since the last tick
    virtual void look(std::span<const DerivedEvent> news, const Topology& topology, const ObservedJobs& jobs,
                      TimePoint now)
        = 0;
    /// All alerts that ever came up, in that order.
    [[nodiscard]] virtual const std::vector<RaisedAlert>& reported() const = 0;
};

} // namespace lockstep::scoring
