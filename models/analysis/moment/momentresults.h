// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/fabric/fabricboard.h"
#include "models/analysis/moment/momentnumbers.h"
#include "models/analysis/moment/spanlookback.h"
#include "models/analysis/sync/live/syncboard.h"
#include "models/analysis/sync/live/syncnews.h"
#include "models/core/topology/topology.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace lockstep {

/// Inputs of the results at a moment, besides spans.
struct MomentSurroundings
{
    TopologyPtr topology; ///< of the spans' entities
    std::vector<SyncNews::Throttles> throttles; ///< of the ticks in the look-back, as far as known
    std::vector<float> lineRates; ///< by port at the moment, bits per second
    bool isComplete = false; ///< there is no later data: incomplete steps are closed
    std::shared_ptr<const StoreNumbers> numbers; ///< numbering for the results
};

/// Wait and collective results at a moment.
struct MomentResults
{
    std::shared_ptr<const SyncSnapshot> sync;
    FabricBoard::Flows flows;
};

/// Computes the results that the analyses would have, had they begun with the first of the spans: tick by tick, in
/// order of time. Depends only on the spans and surroundings, not on their storage or numbering. Takes a second for a
/// million spans. Any thread.
/// @param spans are moved from
/// @return nullopt: stop was requested
[[nodiscard]] std::optional<MomentResults> resultsAt(SpanLookBack& spans, const MomentSurroundings& around,
                                                     const std::stop_token& stop = {});

} // namespace lockstep
