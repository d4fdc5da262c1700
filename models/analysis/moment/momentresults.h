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
    TopologyPtr topology; ///< that the spans' entities are of
    std::vector<SyncNews::Throttles> throttles; ///< of the ticks looked back at, as far as they are known
    std::vector<float> lineRates; ///< by port at the moment, bits per second
    bool isComplete = false; ///< nothing comes after: what is not whole is closed as it is
    std::shared_ptr<const StoreNumbers> numbers; ///< by which views ask
};

/// Wait and collective results at a moment.
struct MomentResults
{
    std::shared_ptr<const SyncSnapshot> sync;
    FabricBoard::Flows flows;
};

/// Works that out as the analyses would have, had they begun with the first of the spans: fed tick by tick, in order of
/// time. It follows from the spans and from what surrounds them alone, however they were stored or numbered. Takes a
/// second for a million spans. Any thread.
/// @param spans are taken out of it
/// @return nullopt: it was asked to stop
[[nodiscard]] std::optional<MomentResults> resultsAt(SpanLookBack& spans, const MomentSurroundings& around,
                                                     const std::stop_token& stop = {});

} // namespace lockstep
