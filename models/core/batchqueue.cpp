// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/batchqueue.h"

#include <algorithm>
#include <ranges>

namespace lockstep {

BatchQueue::BatchQueue(std::size_t capacity)
    : m_capacity(std::max<std::size_t>(capacity, 1))
{
}

void BatchQueue::setWakeUp(std::function<void()> wakeUp)
{
    m_wakeUp = std::move(wakeUp);
}

void BatchQueue::push(BatchPtr batch)
{
    bool wasEmpty = false;
    {
        const std::scoped_lock lock(m_mutex);
        wasEmpty = m_batches.empty();
        if (batch->tick) {
            if (m_tickCount >= m_capacity)
                dropOldestOfSlowest();
            ++m_ticksWaiting[batch->source.value];
            ++m_tickCount;
        }
        m_batches.push_back(std::move(batch));
    }
    if (wasEmpty && m_wakeUp)
        m_wakeUp();
}

void BatchQueue::dropOldestOfSlowest()
{
    const auto slowest = std::ranges::max_element(m_ticksWaiting, {}, [](const auto& entry) { return entry.second; });
    const auto victim = std::ranges::find_if(m_batches, [&](const BatchPtr& batch) {
        return batch->tick && batch->source.value == slowest->first;
    });
    // The dropped tick leaves a gap in its place; identity and names that travelled with it are kept.
    auto remains = std::make_shared<Batch>(**victim);
    const TimePoint time = remains->tick->time;
    remains->tick.reset();
    remains->gap = Gap{{time, time + Duration(1)}, 1, "dropped: the dashboard was overloaded"};
    *victim = std::move(remains);
    --slowest->second;
    --m_tickCount;
    ++m_droppedTicks;
}

std::vector<BatchPtr> BatchQueue::take(std::size_t limit)
{
    const std::scoped_lock lock(m_mutex);
    const std::size_t count = std::min(limit, m_batches.size());
    std::vector<BatchPtr> taken(std::move_iterator(m_batches.begin()),
                                std::move_iterator(m_batches.begin() + static_cast<std::ptrdiff_t>(count)));
    m_batches.erase(m_batches.begin(), m_batches.begin() + static_cast<std::ptrdiff_t>(count));
    for (const BatchPtr& batch : taken) {
        if (batch->tick) {
            --m_ticksWaiting[batch->source.value];
            --m_tickCount;
        }
    }
    return taken;
}

std::size_t BatchQueue::size() const
{
    const std::scoped_lock lock(m_mutex);
    return m_batches.size();
}

std::uint64_t BatchQueue::droppedTicks() const
{
    const std::scoped_lock lock(m_mutex);
    return m_droppedTicks;
}

} // namespace lockstep
