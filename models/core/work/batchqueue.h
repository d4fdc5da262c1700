// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batchptr.h"
#include "models/core/budget.h"

#include <deque>

#include <functional>
#include <map>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lockstep {

/// Bounded hand-over from source threads to one consumer, in ticks and in bytes. Never blocks a producer: when full,
/// the oldest tick of the source with the most waiting is dropped and counted, so that one slow or chatty source cannot
/// starve the others. What came beside ticks (status, identity, names, gaps) is never dropped; but when it piles up as
/// well, what one node of one source said is merged into one batch, so that even an endless overload takes bounded
/// memory.
/// Thread-safe; owned by the composition.
class BatchQueue
{
public:
    /// @param capacity in ticks  @param bytes that they may take together
    explicit BatchQueue(std::size_t capacity, std::size_t bytes = budget::queueBytes);

    /// Called after a push into an empty queue, on the producer's thread: wake the consumer, nothing more.
    /// Set before the first push.
    void setWakeUp(std::function<void()> wakeUp);

    void push(BatchPtr batch);

    /// Takes up to @p limit batches, oldest first. Ticks dropped since the last call come as gap batches in their
    /// place, neighbouring ones of one node as one.
    [[nodiscard]] std::vector<BatchPtr> take(std::size_t limit);

    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] std::size_t bytes() const; ///< of what waits, about
    [[nodiscard]] std::uint64_t droppedTicks() const;

private:
    using Number = std::uint64_t; ///< of a batch, in order of arrival
    using Origin = std::pair<std::uint32_t, std::string>; ///< source and node

    struct Entry
    {
        BatchPtr batch; ///< null: merged into an earlier one
        std::size_t bytes = 0;
    };
    struct Waiting ///< ticks of one source
    {
        std::deque<Number> ticks; ///< oldest first
        std::size_t bytes = 0;
    };

    void append(Entry entry);
    [[nodiscard]] Entry& at(Number number) { return m_batches[number - m_first]; }
    void makeRoomForTick(std::size_t bytes);
    void dropOldestTick(Waiting& source);
    bool mergeIntoEarlier(const Batch& batch, Number number, bool isForced);
    void erase(Number number);
    void compact();

    const std::size_t m_capacity;
    const std::size_t m_maxBytes;
    std::function<void()> m_wakeUp;
    mutable std::mutex m_mutex;
    std::deque<Entry> m_batches;
    Number m_first = 0; ///< of m_batches.front()
    std::size_t m_size = 0; ///< batches that are not null
    std::size_t m_tickCount = 0;
    std::size_t m_tickBytes = 0;
    std::size_t m_otherBytes = 0; ///< of batches without a tick
    std::unordered_map<std::uint32_t, Waiting> m_ticksOf; ///< per source
    std::map<Origin, Number> m_lastWithoutTick; ///< of those still in the queue
    std::uint64_t m_droppedTicks = 0;
};

} // namespace lockstep
