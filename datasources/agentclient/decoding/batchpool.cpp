// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/decoding/batchpool.h"

namespace lockstep {

std::shared_ptr<Batch> BatchPool::take()
{
    std::unique_ptr<Batch> batch;
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_free.empty()) {
            batch = std::move(m_free.back());
            m_free.pop_back();
        }
    }
    if (!batch) {
        batch = std::make_unique<Batch>();
        batch->tick.emplace();
    }
    return {batch.release(), [pool = shared_from_this()](Batch* used) {
                pool->giveBack(std::unique_ptr<Batch>(used));
            }};
}

void BatchPool::giveBack(std::unique_ptr<Batch> batch)
{
    // A dropped tick, or one of unusual size, is not kept.
    constexpr std::size_t maxKept = 2048;
    constexpr std::size_t usualSamples = 16384;
    if (!batch->tick || batch->tick->values.capacity() > usualSamples)
        return;
    NodeTick tick = std::move(*batch->tick);
    tick.layout.reset();
    tick.values.clear();
    tick.spans.clear();
    tick.events.clear();
    *batch = Batch();
    batch->tick = std::move(tick);
    const std::scoped_lock lock(m_mutex);
    if (m_free.size() < maxKept)
        m_free.push_back(std::move(batch));
}

} // namespace lockstep
