// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/work/batchqueue.h"

#include "models/core/batch.h"
#include "models/core/work/batchmerge.h"

namespace lockstep {

std::size_t BatchRules::bytesOf(const BatchPtr& batch)
{
    return lockstep::bytesOf(*batch);
}

BatchPtr BatchRules::withoutTick(const BatchPtr& batch)
{
    auto remains = std::make_shared<Batch>(*batch);
    const TimePoint time = remains->tick->time;
    remains->tick.reset();
    addGap(remains->gap, droppedTick({time, time + Duration(1)}));
    return remains;
}

bool BatchRules::carriesOnlyGap(const BatchPtr& batch)
{
    return lockstep::carriesOnlyGap(*batch);
}

bool BatchRules::canMerge(const BatchPtr& earlier, const BatchPtr& later)
{
    return lockstep::canMerge(*earlier, *later);
}

BatchPtr BatchRules::merged(const BatchPtr& earlier, const BatchPtr& later)
{
    auto merged = std::make_shared<Batch>(*earlier);
    mergeBatch(*merged, *later);
    return merged;
}

template class TickQueue<BatchRules>;

} // namespace lockstep
