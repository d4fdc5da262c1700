// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/spans/storedspan.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockstep {

/// A received span and its lane.
struct ArrivedSpan
{
    StoredSpan span;
    std::uint32_t lane = 0; ///< index into SpanStore::lanes()
    std::uint32_t batch = 0; ///< differs between spans of different batches
};

/// The latest spans in order of arrival, numbered from 0, so that a follower sees each once at a cost proportional to
/// the new ones. Fixed size; the oldest are dropped. A member of SpanStore; GUI thread.
class SpanArrivals
{
public:
    static constexpr std::size_t capacity = std::size_t{1} << 18;

    void add(std::uint32_t lane, const StoredSpan& span);
    /// Starts a new batch.
    void endBatch() { ++m_batch; }
    void clear();

    [[nodiscard]] std::uint64_t end() const { return m_end; } ///< number of the next span
    [[nodiscard]] std::uint64_t begin() const { return m_end - m_ring.size(); } ///< number of the oldest span
    /// Appends spans from number @p from on to @p out, oldest first, except those that were dropped.
    void copyFrom(std::uint64_t from, std::vector<ArrivedSpan>& out) const;

private:
    std::vector<ArrivedSpan> m_ring; ///< number n is at n % capacity
    std::uint64_t m_end = 0;
    std::uint32_t m_batch = 0;
};

} // namespace lockstep
