// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/work/batchqueue.h"

#include <algorithm>

namespace lockstep {

namespace {

/// Assumed length of a name, because measuring long lists of names would be slow.
constexpr std::size_t bytesPerName = 64;

} // namespace

std::size_t bytesOf(const Batch& batch)
{
    std::size_t bytes = sizeof(Batch) + batch.node.size();
    if (batch.names)
        bytes += batch.names->size() * bytesPerName;
    if (batch.gap)
        bytes += batch.gap->reason.size();
    if (batch.identity) {
        bytes += sizeof(NodeIdentity);
        for (const InventoryItem& item : batch.identity->inventory) {
            bytes += sizeof(InventoryItem) + item.collector.size() + item.detail.size();
            for (const NodeProperty& property : item.properties)
                bytes += sizeof(NodeProperty) + property.name.size() + property.value.size();
        }
    }
    if (!batch.tick)
        return bytes;
    bytes += batch.tick->values.size() * sizeof(float) + batch.tick->spans.size() * sizeof(Span);
    for (const Event& event : batch.tick->events)
        bytes += sizeof(Event) + event.code.size() + event.text.size() + event.fields.job.size()
            + event.fields.variant.size() + event.fields.subject.size();
    return bytes;
}

bool carriesOnlyGap(const Batch& batch)
{
    return batch.gap && !batch.tick && !batch.identity && !batch.names && !batch.clock && !batch.status;
}

bool canMerge(const Batch& earlier, const Batch& later)
{
    // Names and a new epoch of a restarted agent would be applied to ticks of the previous run.
    const bool isNewRun = later.identity && (!earlier.identity || earlier.identity->epoch != later.identity->epoch);
    const bool isOneReason = !earlier.gap || !later.gap || earlier.gap->reason == later.gap->reason;
    return !earlier.tick && !later.tick && !isNewRun && isOneReason;
}

void mergeBatch(Batch& earlier, const Batch& later)
{
    earlier.received = std::max(earlier.received, later.received);
    if (later.identity)
        earlier.identity = later.identity;
    if (later.names)
        earlier.names = later.names;
    if (later.clock)
        earlier.clock = later.clock;
    if (later.status)
        earlier.status = later.status;
    addGap(earlier.gap, later.gap);
}

void addGap(std::optional<Gap>& gap, const std::optional<Gap>& other)
{
    if (!gap)
        gap = other;
    else if (other) {
        gap->range = {std::min(gap->range.from, other->range.from), std::max(gap->range.to, other->range.to)};
        gap->ticks += other->ticks;
        if (gap->reason.empty())
            gap->reason = other->reason;
    }
}

Gap droppedTick(TimeRange range)
{
    return {range, 1, "dropped: the dashboard was overloaded"};
}

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
