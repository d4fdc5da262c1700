// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/scoring/sitesensors.h"
#include "app/scoring/trialplan.h"
#include "models/core/topology/topology.h"
#include "models/simulation/cluster/clusterspec.h"

namespace lockstep::scoring {

/// The cluster that a trial runs on.
struct Stage
{
    sim::ClusterSpec spec;
    TopologyPtr topology; ///< from its file
};

/// How a trial is measured and analysed.
struct TrialSetup
{
    bool thresholdsAlone = false;
    bool arePermuted = false; ///< change the order of arrival, too
    bool keepEvents = false; ///< record the events that alerts are made from
    SiteOptions site = {};
};

/// Plays a trial as fast as possible and scores its alerts. Trials may run in parallel on several threads.
[[nodiscard]] TrialResult playTrial(const Stage& stage, const Trial& trial, const TrialSetup& setup,
                                    const MatchRules& rules);

/// Differences between the alerts of two runs as text; empty: equal.
[[nodiscard]] std::string difference(std::span<const RaisedAlert> one, std::span<const RaisedAlert> other);

} // namespace lockstep::scoring
