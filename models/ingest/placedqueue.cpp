// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/ingest/placedqueue.h"

#include "models/core/batch.h"
#include "models/core/work/batchqueue.h"
#include "models/ingest/clockcorrection.h"

#include <algorithm>

namespace lockstep {

namespace {

/// Limit per node while its ticks are dropped; further notices would repeat these.
constexpr std::size_t maxNotices = 16;

} // namespace

std::size_t PlacedRules::bytesOf(const PlacedBatchPtr& placed)
{
    std::size_t bytes = sizeof(PlacedBatch) + lockstep::bytesOf(*placed->batch);
    for (const Event& notice : placed->notices)
        bytes += sizeof(Event) + notice.code.size() + notice.text.size();
    return bytes;
}

PlacedBatchPtr PlacedRules::withoutTick(const PlacedBatchPtr& placed)
{
    auto batch = std::make_shared<Batch>(*placed->batch);
    batch->tick.reset();
    auto remains = std::make_shared<PlacedBatch>(*placed);
    remains->batch = std::move(batch);
    remains->tick.reset();
    if (placed->tick) // a rejected tick is not a loss
        addGap(remains->gap, droppedTick({placed->tick->time, shifted(placed->tick->time, -placed->period)}));
    return remains;
}

bool PlacedRules::carriesOnlyGap(const PlacedBatchPtr& placed)
{
    const Batch& batch = *placed->batch;
    return placed->notices.empty() && !batch.tick && !batch.identity && !batch.names && !batch.clock && !batch.status;
}

bool PlacedRules::canMerge(const PlacedBatchPtr& earlier, const PlacedBatchPtr& later)
{
    const bool isOneReason = !earlier->gap || !later->gap || earlier->gap->reason == later->gap->reason;
    return isOneReason && lockstep::canMerge(*earlier->batch, *later->batch);
}

PlacedBatchPtr PlacedRules::merged(const PlacedBatchPtr& earlier, const PlacedBatchPtr& later)
{
    auto batch = std::make_shared<Batch>(*earlier->batch);
    mergeBatch(*batch, *later->batch);
    auto merged = std::make_shared<PlacedBatch>(*earlier);
    merged->batch = std::move(batch);
    merged->received = std::max(earlier->received, later->received);
    merged->period = later->period;
    merged->shift = later->shift;
    addGap(merged->gap, later->gap);
    const std::size_t room = maxNotices - std::min(maxNotices, merged->notices.size());
    merged->notices.insert(merged->notices.end(), later->notices.begin(),
                           later->notices.begin() + static_cast<std::ptrdiff_t>(std::min(room, later->notices.size())));
    return merged;
}

template class TickQueue<PlacedRules>;

} // namespace lockstep
