// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/batchqueue.h"

#include "models/core/batch.h"
#include "models/core/batchmerge.h"

#include <algorithm>
#include <utility>

namespace lockstep {

BatchQueue::BatchQueue(std::size_t capacity) : m_capacity(std::max<std::size_t>(capacity, 1)) { }

void BatchQueue::setWakeUp(std::function<void()> wakeUp)
{
    m_wakeUp = std::move(wakeUp);
}

void BatchQueue::push(BatchPtr batch)
{
    bool wasEmpty = false;
    {
        const std::scoped_lock lock(m_mutex);
        wasEmpty = m_size == 0;
        if (batch->tick && m_tickCount >= m_capacity)
            dropOldestOfSlowest();
        const bool isPilingUp = !batch->tick && m_size - m_tickCount >= m_capacity;
        if (!isPilingUp || !mergeIntoEarlier(*batch))
            append(std::move(batch));
    }
    if (wasEmpty && m_wakeUp)
        m_wakeUp();
}

void BatchQueue::append(BatchPtr batch)
{
    const Number number = m_first + m_batches.size();
    if (batch->tick) {
        m_ticksOf[batch->source.value].push_back(number);
        ++m_tickCount;
    } else {
        m_lastWithoutTick[{batch->source.value, batch->node}] = number;
    }
    m_batches.push_back(std::move(batch));
    ++m_size;
}

void BatchQueue::dropOldestOfSlowest()
{
    const auto slowest = std::ranges::max_element(m_ticksOf, {}, [](const auto& entry) { return entry.second.size(); });
    const Number victim = slowest->second.front();
    slowest->second.pop_front();
    --m_tickCount;
    ++m_droppedTicks;

    // The dropped tick leaves a gap; identity and names that travelled with it stay in their place.
    auto remains = std::make_shared<Batch>(*at(victim));
    const TimePoint time = remains->tick->time;
    remains->tick.reset();
    const Gap gap{{time, time + Duration(1)}, 1, "dropped: the dashboard was overloaded"};
    if (remains->gap)
        mergeGap(*remains->gap, gap);
    else
        remains->gap = gap;
    if (carriesOnlyGap(*remains) && mergeIntoEarlier(*remains)) {
        erase(victim);
        return;
    }
    m_lastWithoutTick.try_emplace({remains->source.value, remains->node}, victim);
    at(victim) = std::move(remains);
}

bool BatchQueue::mergeIntoEarlier(const Batch& batch)
{
    const auto earlier = m_lastWithoutTick.find({batch.source.value, batch.node});
    if (earlier == m_lastWithoutTick.end() || !canMerge(*at(earlier->second), batch))
        return false;
    // Copied, because whoever pushed it may still hold it; small, because it has no tick.
    auto merged = std::make_shared<Batch>(*at(earlier->second));
    mergeBatch(*merged, batch);
    at(earlier->second) = std::move(merged);
    return true;
}

void BatchQueue::erase(Number number)
{
    at(number).reset();
    --m_size;
    if (m_batches.size() > 2 * m_size + m_capacity)
        compact();
}

void BatchQueue::compact()
{
    std::deque<BatchPtr> batches = std::exchange(m_batches, {});
    m_ticksOf.clear();
    m_lastWithoutTick.clear();
    m_size = 0;
    m_tickCount = 0;
    for (BatchPtr& batch : batches) {
        if (batch)
            append(std::move(batch));
    }
}

std::vector<BatchPtr> BatchQueue::take(std::size_t limit)
{
    const std::scoped_lock lock(m_mutex);
    std::vector<BatchPtr> taken;
    taken.reserve(std::min(limit, m_size));
    while (!m_batches.empty() && (taken.size() < limit || !m_batches.front())) {
        BatchPtr batch = std::move(m_batches.front());
        m_batches.pop_front();
        const Number number = m_first++;
        if (!batch)
            continue;
        --m_size;
        if (batch->tick) {
            m_ticksOf[batch->source.value].pop_front();
            --m_tickCount;
        } else if (const auto last = m_lastWithoutTick.find({batch->source.value, batch->node});
                   last != m_lastWithoutTick.end() && last->second == number) {
            m_lastWithoutTick.erase(last);
        }
        taken.push_back(std::move(batch));
    }
    return taken;
}

std::size_t BatchQueue::size() const
{
    const std::scoped_lock lock(m_mutex);
    return m_size;
}

std::uint64_t BatchQueue::droppedTicks() const
{
    const std::scoped_lock lock(m_mutex);
    return m_droppedTicks;
}

} // namespace lockstep
