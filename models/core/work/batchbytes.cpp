// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/work/batchbytes.h"

#include "models/core/batch.h"

namespace lockstep {

namespace {

/// A name of usual length; counted rather than measured, as lists of names are long.
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
        for (const InventoryItem& item : batch.identity->inventory)
            bytes += sizeof(InventoryItem) + item.collector.size() + item.detail.size();
    }
    if (!batch.tick)
        return bytes;
    bytes += batch.tick->values.size() * sizeof(float) + batch.tick->spans.size() * sizeof(Span);
    for (const Event& event : batch.tick->events)
        bytes += sizeof(Event) + event.code.size() + event.text.size() + event.fields.job.size()
            + event.fields.variant.size() + event.fields.subject.size();
    return bytes;
}

} // namespace lockstep
