// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/work/batchqueue.h"

#include "models/core/batch.h"
#include "models/core/work/batchbytes.h"
#include "models/core/work/batchmerge.h"

#include <algorithm>
#include <utility>

namespace lockstep {

BatchQueue::BatchQueue(std::size_t capacity, std::size_t bytes)
    : m_capacity(std::max<std::size_t>(capacity, 1)), m_maxBytes(bytes)
{ }

void BatchQueue::setWakeUp(std::function<void()> wakeUp)
{
    m_wakeUp = std::move(wakeUp);
}

void BatchQueue::push(BatchPtr batch)
{
    Entry entry{std::move(batch)};
    entry.bytes = bytesOf(*entry.batch);
    bool wasEmpty = false;
    {
        const std::scoped_lock lock(m_mutex);
        wasEmpty = m_size == 0;
        if (entry.batch->tick)
            makeRoomForTick(entry.bytes);
        const bool isTooMuch = m_otherBytes + entry.bytes > m_maxBytes;
        const bool isPilingUp = !entry.batch->tick && (isTooMuch || m_size - m_tickCount >= m_capacity);
        if (!isPilingUp || !mergeIntoEarlier(*entry.batch, m_first + m_batches.size(), isTooMuch))
            append(std::move(entry));
    }
    if (wasEmpty && m_wakeUp)
        m_wakeUp();
}

void BatchQueue::append(Entry entry)
{
    const Number number = m_first + m_batches.size();
    if (entry.batch->tick) {
        Waiting& source = m_ticksOf[entry.batch->source.value];
        source.ticks.push_back(number);
        source.bytes += entry.bytes;
        ++m_tickCount;
        m_tickBytes += entry.bytes;
    } else {
        m_lastWithoutTick[{entry.batch->source.value, entry.batch->node}] = number;
        m_otherBytes += entry.bytes;
    }
    m_batches.push_back(std::move(entry));
    ++m_size;
}

void BatchQueue::makeRoomForTick(std::size_t bytes)
{
    const auto max = [this](auto measure) -> Waiting& {
        return std::ranges::max_element(m_ticksOf, {}, [&](const auto& source) { return measure(source.second); })
            ->second;
    };
    if (m_tickCount >= m_capacity)
        dropOldestTick(max([](const Waiting& source) { return source.ticks.size(); }));
    while (m_tickCount > 0 && m_tickBytes + bytes > m_maxBytes)
        dropOldestTick(max([](const Waiting& source) { return source.bytes; }));
}

void BatchQueue::dropOldestTick(Waiting& source)
{
    const Number victim = source.ticks.front();
    source.ticks.pop_front();
    source.bytes -= at(victim).bytes;
    m_tickBytes -= at(victim).bytes;
    --m_tickCount;
    ++m_droppedTicks;

    // The dropped tick leaves a gap; identity and names that travelled with it stay in their place.
    auto remains = std::make_shared<Batch>(*at(victim).batch);
    const TimePoint time = remains->tick->time;
    remains->tick.reset();
    const Gap gap{{time, time + Duration(1)}, 1, "dropped: the dashboard was overloaded"};
    if (remains->gap)
        mergeGap(*remains->gap, gap);
    else
        remains->gap = gap;
    at(victim).bytes = bytesOf(*remains);
    const bool isTooMuch = m_otherBytes + at(victim).bytes > m_maxBytes;
    if ((carriesOnlyGap(*remains) || isTooMuch) && mergeIntoEarlier(*remains, victim, isTooMuch)) {
        erase(victim);
        return;
    }
    m_lastWithoutTick.try_emplace({remains->source.value, remains->node}, victim);
    m_otherBytes += at(victim).bytes;
    at(victim).batch = std::move(remains);
}

/// @param number its place in the order  @param isForced also what should stay apart, a new run of an agent from the
/// one before: of one node alone
bool BatchQueue::mergeIntoEarlier(const Batch& batch, Number number, bool isForced)
{
    const auto other = m_lastWithoutTick.find({batch.source.value, batch.node});
    if (other == m_lastWithoutTick.end())
        return false;
    Entry& entry = at(other->second);
    const bool isEarlier = other->second < number; // else the dropped tick stood before it
    const Batch& first = isEarlier ? *entry.batch : batch;
    const Batch& second = isEarlier ? batch : *entry.batch;
    if (!isForced && !canMerge(first, second))
        return false;
    // Copied, because whoever pushed it may still hold it; small, because it has no tick.
    auto merged = std::make_shared<Batch>(first);
    mergeBatch(*merged, second);
    m_otherBytes -= entry.bytes;
    entry.bytes = bytesOf(*merged);
    m_otherBytes += entry.bytes;
    entry.batch = std::move(merged);
    return true;
}

/// What stood there is counted elsewhere, or dropped.
void BatchQueue::erase(Number number)
{
    at(number) = {};
    --m_size;
    if (m_batches.size() > 2 * m_size + m_capacity)
        compact();
}

void BatchQueue::compact()
{
    std::deque<Entry> batches = std::exchange(m_batches, {});
    m_ticksOf.clear();
    m_lastWithoutTick.clear();
    m_size = m_tickCount = 0;
    m_tickBytes = m_otherBytes = 0;
    for (Entry& entry : batches) {
        if (entry.batch)
            append(std::move(entry));
    }
}

std::vector<BatchPtr> BatchQueue::take(std::size_t limit)
{
    const std::scoped_lock lock(m_mutex);
    std::vector<BatchPtr> taken;
    taken.reserve(std::min(limit, m_size));
    while (!m_batches.empty() && (taken.size() < limit || !m_batches.front().batch)) {
        Entry entry = std::move(m_batches.front());
        m_batches.pop_front();
        const Number number = m_first++;
        if (!entry.batch)
            continue;
        --m_size;
        const Batch& batch = *entry.batch;
        if (batch.tick) {
            Waiting& source = m_ticksOf[batch.source.value];
            source.ticks.pop_front();
            source.bytes -= entry.bytes;
            m_tickBytes -= entry.bytes;
            --m_tickCount;
        } else {
            m_otherBytes -= entry.bytes;
            const auto last = m_lastWithoutTick.find({batch.source.value, batch.node});
            if (last != m_lastWithoutTick.end() && last->second == number)
                m_lastWithoutTick.erase(last);
        }
        taken.push_back(std::move(entry.batch));
    }
    return taken;
}

std::size_t BatchQueue::bytes() const
{
    const std::scoped_lock lock(m_mutex);
    return m_tickBytes + m_otherBytes;
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
