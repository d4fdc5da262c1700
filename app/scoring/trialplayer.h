// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/scoring/sitesensors.h"
#include "app/scoring/trial.h"
#include "models/core/topology/topology.h"
#include "models/simulation/cluster/clusterspec.h"

namespace lockstep::scoring {

/// A cluster to play on.
struct Stage
{
    sim::ClusterSpec spec;
    TopologyPtr topology; ///< as its file tells it
};

/// What is watched, and how it arrives.
struct Watching
{
    bool thresholdsAlone = false;
    bool arePermuted = false; ///< arrivals
    bool keepEvents = false; ///< what alerts are made of
    SiteOptions site = {};
};

/// Plays one trial from beginning to end and scores its alerts, as fast as it goes. Whoever runs several at once calls
/// it on a thread for each.
[[nodiscard]] TrialResult playTrial(const Stage& stage, const Trial& trial, const Watching& watching,
                                    const MatchRules& rules);

/// Whether two runs reported the same alerts, in words; empty: they did.
[[nodiscard]] std::string difference(std::span<const RaisedAlert> one, std::span<const RaisedAlert> other);

} // namespace lockstep::scoring
