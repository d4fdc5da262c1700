// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"

#include <deque>
#include <functional>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// Bounded hand-over from source threads to one consumer. Never blocks a producer: when full, the oldest tick of the
/// source with the most waiting is dropped and counted, so that one slow or chatty source cannot starve the others.
/// Batches without a tick (status, identity, gaps) are never dropped. Thread-safe; owned by the composition.
class BatchQueue
{
public:
    explicit BatchQueue(std::size_t capacity);

    /// Called after a push into an empty queue, on the producer's thread: wake the consumer, nothing more.
    /// Set before the first push.
    void setWakeUp(std::function<void()> wakeUp);

    void push(BatchPtr batch);

    /// Takes up to @p limit batches, oldest first. Ticks dropped since the last call come as gap batches in their place.
    [[nodiscard]] std::vector<BatchPtr> take(std::size_t limit);

    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] std::uint64_t droppedTicks() const;

private:
    void dropOldestOfSlowest();

    const std::size_t m_capacity;
    std::function<void()> m_wakeUp;
    mutable std::mutex m_mutex;
    std::deque<BatchPtr> m_batches;
    std::unordered_map<std::uint32_t, std::size_t> m_ticksWaiting; ///< per source
    std::size_t m_tickCount = 0;
    std::uint64_t m_droppedTicks = 0;
};

} // namespace lockstep
