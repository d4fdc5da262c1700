// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/spans/packedspaniterator.h"
#include "models/store/spans/spanlabels.h"
#include "models/store/spans/storedspan.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockstep {

/// The spans of a lane in 24 bytes each, unpacked when they are looked at. Read like a vector whose elements are
/// values: what was taken out stays good when it changes, iterators do not. Single writer; GUI thread.
class PackedSpans
{
public:
    using Iterator = PackedSpanIterator;
    using const_iterator = Iterator;
    /// Some neighbours.
    struct Range
    {
        Iterator first;
        Iterator last;

        [[nodiscard]] Iterator begin() const { return first; }
        [[nodiscard]] Iterator end() const { return last; }
        [[nodiscard]] bool empty() const { return first == last; }
        [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(last - first); }
        [[nodiscard]] StoredSpan front() const { return *first; }
        [[nodiscard]] StoredSpan back() const { return *(last - 1); }
        [[nodiscard]] StoredSpan operator[](std::ptrdiff_t at) const { return first[at]; }
    };

    [[nodiscard]] std::size_t size() const { return m_spans.size(); }
    [[nodiscard]] bool empty() const { return m_spans.empty(); }
    [[nodiscard]] Iterator begin() const { return {this, 0}; }
    [[nodiscard]] Iterator end() const { return {this, std::ssize(m_spans)}; }
    [[nodiscard]] StoredSpan front() const { return (*this)[0]; }
    [[nodiscard]] StoredSpan back() const { return (*this)[size() - 1]; }
    [[nodiscard]] StoredSpan operator[](std::size_t at) const { return unpacked(m_spans[at]); }
    [[nodiscard]] std::int64_t startNs(std::size_t at) const { return m_spans[at].startNs; }
    /// How many start before @p timeNs; they are sorted by start.
    [[nodiscard]] std::size_t countBefore(std::int64_t timeNs) const;
    /// The same, those that start then included.
    [[nodiscard]] std::size_t countUpTo(std::int64_t timeNs) const;

    void push_back(const StoredSpan& span);
    /// The one at @p at, which is not the first, does not belong before the one before it.
    [[nodiscard]] bool isInOrder(std::size_t at) const { return !isBefore(m_spans[at], m_spans[at - 1]); }
    /// Puts those from @p first on in their place; those before are in order. @return the first that moved
    std::size_t sortFrom(std::size_t first);
    /// Takes those that ended before @p timeNs out of the first @p count. @return how many
    std::size_t dropEnded(std::size_t count, std::int64_t timeNs);

    [[nodiscard]] std::size_t memoryBytes() const;

private:
    struct Packed
    {
        std::int64_t startNs = 0;
        std::uint64_t duration : 39 = 0;
        std::uint64_t isCoarse : 1 = 0; ///< duration is in units of 2^20 ns, for what takes longer than nine minutes
        std::uint64_t kind : 4 = 0;
        std::uint64_t label : 20 = 0;
        std::uint32_t sequence = 0;
        std::uint32_t step = 0;
    };
    static_assert(sizeof(Packed) == 24);

    static constexpr unsigned coarseBits = 20;
    static constexpr std::int64_t firstCoarseNs = std::int64_t{1} << 39;

    [[nodiscard]] static std::int64_t durationNs(const Packed& packed)
    {
        const auto duration = static_cast<std::int64_t>(packed.duration);
        return packed.isCoarse != 0 ? duration << coarseBits : duration;
    }
    /// By start; then what contains before what is within, in whatever order they came.
    [[nodiscard]] static bool isBefore(const Packed& a, const Packed& b);
    [[nodiscard]] Packed packed(const StoredSpan& span);
    [[nodiscard]] StoredSpan unpacked(const Packed& packed) const
    {
        const SpanLabel& label = m_labels.at(packed.label);
        StoredSpan span;
        span.startNs = packed.startNs;
        span.bytes = label.bytes;
        span.sequence = packed.sequence;
        span.step = packed.step;
        span.durationNs = durationNs(packed);
        span.kind = packed.kind;
        span.op = label.op;
        span.communicator = label.communicator;
        span.job = label.job;
        return span;
    }

    std::vector<Packed> m_spans;
    SpanLabels m_labels;
};

StoredSpan PackedSpanIterator::operator*() const
{
    return (*m_spans)[static_cast<std::size_t>(m_at)];
}

} // namespace lockstep
