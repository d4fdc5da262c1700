// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/work/tickqueue.h"
#include "models/ingest/placedbatch.h"

namespace lockstep {

/// Queue rules for placed batches: a dropped part leaves a gap in its place.
struct PlacedRules
{
    using Item = PlacedBatchPtr;

    [[nodiscard]] static const Batch& batchOf(const PlacedBatchPtr& placed) { return *placed->batch; }
    [[nodiscard]] static std::size_t bytesOf(const PlacedBatchPtr& placed);
    [[nodiscard]] static PlacedBatchPtr withoutTick(const PlacedBatchPtr& placed);
    [[nodiscard]] static bool carriesOnlyGap(const PlacedBatchPtr& placed);
    [[nodiscard]] static bool canMerge(const PlacedBatchPtr& earlier, const PlacedBatchPtr& later);
    [[nodiscard]] static PlacedBatchPtr merged(const PlacedBatchPtr& earlier, const PlacedBatchPtr& later);
};

extern template class TickQueue<PlacedRules>;

/// From the placer to a consumer with its own pace.
using PlacedQueue = TickQueue<PlacedRules>;

} // namespace lockstep
