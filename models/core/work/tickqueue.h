// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"
#include "models/core/budget.h"

#include <deque>

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lockstep {

/// Bounded queue of batches for one consumer, in ticks and bytes. Never blocks a producer: when full, it drops and
/// counts the oldest tick of the source that has the most queued, so that one source cannot starve others. Other parts
/// (status, identity, names, gaps) are never dropped; they are merged per node and source, so that memory stays
/// bounded. Thread-safe; owned by the session.
/// @tparam Rules describe the queued Item: its batch, its size, the rest without its tick, and whether and how two can
/// be merged. See BatchQueue.
template <class Rules>
class TickQueue
{
public:
    using Item = typename Rules::Item;

    /// @param capacity in ticks  @param bytes of all queued items
    explicit TickQueue(std::size_t capacity, std::size_t bytes = budget::queueBytes)
        : m_capacity(std::max<std::size_t>(capacity, 1)), m_maxBytes(bytes)
    { }

    /// Sets a function that wakes the consumer. It is called after a push into an empty queue, on the producer's
    /// thread, and must do nothing else. Set it before the first push.
    void setWakeUp(std::function<void()> wakeUp);

    void push(Item item);

    /// Takes up to @p limit batches, oldest first. Ticks dropped since the last call are replaced by gap batches;
    /// adjacent ones of one node are joined.
    [[nodiscard]] std::vector<Item> take(std::size_t limit);

    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] std::size_t bytes() const; ///< of the queued items, approximately
    [[nodiscard]] std::uint64_t droppedTicks() const;

private:
    using Number = std::uint64_t; ///< of a batch, in order of arrival
    using Origin = std::pair<std::uint32_t, std::string>; ///< source and node

    struct Entry
    {
        Item item; ///< null: merged into an earlier one
        std::size_t bytes = 0;
    };
    struct Waiting ///< ticks of one source
    {
        std::deque<Number> ticks; ///< oldest first
        std::size_t bytes = 0;
    };

    [[nodiscard]] static const Batch& batchOf(const Entry& entry) { return Rules::batchOf(entry.item); }
    [[nodiscard]] static Origin originOf(const Batch& batch) { return {batch.source.value, batch.node}; }
    void append(Entry entry);
    [[nodiscard]] Entry& at(Number number) { return m_entries[number - m_first]; }
    void makeRoomForTick(std::size_t bytes);
    void dropOldestTick(Waiting& source);
    bool mergeIntoEarlier(const Item& item, Number number, bool isForced);
    void erase(Number number);
    void compact();

    const std::size_t m_capacity;
    const std::size_t m_maxBytes;
    std::function<void()> m_wakeUp;
    mutable std::mutex m_mutex;
    std::deque<Entry> m_entries;
    Number m_first = 0; ///< of m_entries.front()
    std::size_t m_size = 0; ///< batches that are not null
    std::size_t m_tickCount = 0;
    std::size_t m_tickBytes = 0;
    std::size_t m_otherBytes = 0; ///< of batches without a tick
    std::unordered_map<std::uint32_t, Waiting> m_ticksOf; ///< per source
    std::map<Origin, Number> m_lastWithoutTick; ///< of those still in the queue
    std::uint64_t m_droppedTicks = 0;
};

template <class Rules>
void TickQueue<Rules>::setWakeUp(std::function<void()> wakeUp)
{
    m_wakeUp = std::move(wakeUp);
}

template <class Rules>
void TickQueue<Rules>::push(Item item)
{
    Entry entry{std::move(item)};
    entry.bytes = Rules::bytesOf(entry.item);
    bool wasEmpty = false;
    {
        const std::scoped_lock lock(m_mutex);
        wasEmpty = m_size == 0;
        const bool hasTick = batchOf(entry).tick.has_value();
        if (hasTick)
            makeRoomForTick(entry.bytes);
        const bool isTooMuch = m_otherBytes + entry.bytes > m_maxBytes;
        const bool isPilingUp = !hasTick && (isTooMuch || m_size - m_tickCount >= m_capacity);
        if (!isPilingUp || !mergeIntoEarlier(entry.item, m_first + m_entries.size(), isTooMuch))
            append(std::move(entry));
    }
    if (wasEmpty && m_wakeUp)
        m_wakeUp();
}

template <class Rules>
void TickQueue<Rules>::append(Entry entry)
{
    const Number number = m_first + m_entries.size();
    const Batch& batch = batchOf(entry);
    if (batch.tick) {
        Waiting& source = m_ticksOf[batch.source.value];
        source.ticks.push_back(number);
        source.bytes += entry.bytes;
        ++m_tickCount;
        m_tickBytes += entry.bytes;
    } else {
        m_lastWithoutTick[originOf(batch)] = number;
        m_otherBytes += entry.bytes;
    }
    m_entries.push_back(std::move(entry));
    ++m_size;
}

template <class Rules>
void TickQueue<Rules>::makeRoomForTick(std::size_t bytes)
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

template <class Rules>
void TickQueue<Rules>::dropOldestTick(Waiting& source)
{
    const Number victim = source.ticks.front();
    source.ticks.pop_front();
    source.bytes -= at(victim).bytes;
    m_tickBytes -= at(victim).bytes;
    --m_tickCount;
    ++m_droppedTicks;

    // The dropped tick becomes a gap. Identity and names that came with it keep their place.
    Item remains = Rules::withoutTick(at(victim).item);
    at(victim).bytes = Rules::bytesOf(remains);
    const bool isTooMuch = m_otherBytes + at(victim).bytes > m_maxBytes;
    if ((Rules::carriesOnlyGap(remains) || isTooMuch) && mergeIntoEarlier(remains, victim, isTooMuch)) {
        erase(victim);
        return;
    }
    m_lastWithoutTick.try_emplace(originOf(Rules::batchOf(remains)), victim);
    m_otherBytes += at(victim).bytes;
    at(victim).item = std::move(remains);
}

/// @param number position in the order
/// @param isForced also merges batches of one node from different runs of the agent
template <class Rules>
bool TickQueue<Rules>::mergeIntoEarlier(const Item& item, Number number, bool isForced)
{
    const auto other = m_lastWithoutTick.find(originOf(Rules::batchOf(item)));
    if (other == m_lastWithoutTick.end())
        return false;
    Entry& entry = at(other->second);
    const bool isEarlier = other->second < number; // otherwise the dropped tick was before it
    const Item& first = isEarlier ? entry.item : item;
    const Item& second = isEarlier ? item : entry.item;
    if (!isForced && !Rules::canMerge(first, second))
        return false;
    Item merged = Rules::merged(first, second);
    m_otherBytes -= entry.bytes;
    entry.bytes = Rules::bytesOf(merged);
    m_otherBytes += entry.bytes;
    entry.item = std::move(merged);
    return true;
}

/// Removes an item that has been merged or dropped.
template <class Rules>
void TickQueue<Rules>::erase(Number number)
{
    at(number) = {};
    --m_size;
    if (m_entries.size() > 2 * m_size + m_capacity)
        compact();
}

template <class Rules>
void TickQueue<Rules>::compact()
{
    std::deque<Entry> entries = std::exchange(m_entries, {});
    m_ticksOf.clear();
    m_lastWithoutTick.clear();
    m_size = m_tickCount = 0;
    m_tickBytes = m_otherBytes = 0;
    for (Entry& entry : entries) {
        if (entry.item)
            append(std::move(entry));
    }
}

template <class Rules>
std::vector<typename TickQueue<Rules>::Item> TickQueue<Rules>::take(std::size_t limit)
{
    const std::scoped_lock lock(m_mutex);
    std::vector<Item> taken;
    taken.reserve(std::min(limit, m_size));
    while (!m_entries.empty() && (taken.size() < limit || !m_entries.front().item)) {
        Entry entry = std::move(m_entries.front());
        m_entries.pop_front();
        const Number number = m_first++;
        if (!entry.item)
            continue;
        --m_size;
        const Batch& batch = batchOf(entry);
        if (batch.tick) {
            Waiting& source = m_ticksOf[batch.source.value];
            source.ticks.pop_front();
            source.bytes -= entry.bytes;
            m_tickBytes -= entry.bytes;
            --m_tickCount;
        } else {
            m_otherBytes -= entry.bytes;
            const auto last = m_lastWithoutTick.find(originOf(batch));
            if (last != m_lastWithoutTick.end() && last->second == number)
                m_lastWithoutTick.erase(last);
        }
        taken.push_back(std::move(entry.item));
    }
    return taken;
}

template <class Rules>
std::size_t TickQueue<Rules>::bytes() const
{
    const std::scoped_lock lock(m_mutex);
    return m_tickBytes + m_otherBytes;
}

template <class Rules>
std::size_t TickQueue<Rules>::size() const
{
    const std::scoped_lock lock(m_mutex);
    return m_size;
}

template <class Rules>
std::uint64_t TickQueue<Rules>::droppedTicks() const
{
    const std::scoped_lock lock(m_mutex);
    return m_droppedTicks;
}

} // namespace lockstep
