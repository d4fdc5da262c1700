// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/spans/storedspan.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lockstep {

class PackedSpans;

/// Properties that many spans of a lane share, because training steps repeat.
struct SpanLabel
{
    std::uint64_t bytes = 0;
    std::uint16_t op = 0;
    std::uint16_t communicator = 0;
    std::uint16_t job = 0;

    friend bool operator==(const SpanLabel&, const SpanLabel&) = default;
};

/// The distinct labels of one lane. A plain value.
class SpanLabels
{
public:
    /// Number of labels that are stored exactly. In further labels, bytes are rounded to three digits, so that a lane
    /// whose spans all differ does not need a label for each.
    static constexpr std::size_t exactLabels = 4096;
    static constexpr std::uint32_t maxLabels = 1U << 20U;

    /// Fast if labels arrive in the same order as before.
    [[nodiscard]] std::uint32_t idOf(const SpanLabel& label);
    [[nodiscard]] const SpanLabel& at(std::uint32_t id) const { return m_labels[id].label; }
    [[nodiscard]] std::size_t size() const { return m_labels.size(); }
    /// Base of the sequence numbers of the label's spans.
    [[nodiscard]] std::uint32_t firstSequence(std::uint32_t id) const { return m_labels[id].firstSequence; }
    void setFirstSequence(std::uint32_t id, std::uint32_t sequence) { m_labels[id].firstSequence = sequence; }
    [[nodiscard]] std::size_t memoryBytes() const;

private:
    struct Entry
    {
        SpanLabel label;
        std::uint32_t next = 0; ///< the label that followed this one the last time
        std::uint32_t firstSequence = 0;
    };
    struct Hash
    {
        std::size_t operator()(const SpanLabel& label) const noexcept;
    };

    [[nodiscard]] std::uint32_t find(const SpanLabel& label);
    [[nodiscard]] std::uint32_t add(const SpanLabel& label);

    std::vector<Entry> m_labels;
    std::unordered_map<SpanLabel, std::uint32_t, Hash> m_ids; ///< used once there are too many for a linear search
    std::uint32_t m_last = 0;
};

/// Iterator over PackedSpans; dereferences to values. Include packedspans.h.
class PackedSpanIterator
{
public:
    using iterator_concept = std::random_access_iterator_tag;
    using iterator_category = std::input_iterator_tag; ///< because references are values
    using value_type = StoredSpan;
    using difference_type = std::ptrdiff_t;
    using reference = StoredSpan;
    using pointer = const StoredSpan*;

    PackedSpanIterator() = default;
    PackedSpanIterator(const PackedSpans* spans, std::ptrdiff_t at) : m_spans(spans), m_at(at) { }

    [[nodiscard]] std::size_t index() const { return static_cast<std::size_t>(m_at); }
    inline StoredSpan operator*() const;
    StoredSpan operator[](difference_type by) const { return *(*this + by); }
    PackedSpanIterator& operator++() { return *this += 1; }
    PackedSpanIterator operator++(int) { return std::exchange(*this, *this + 1); }
    PackedSpanIterator& operator--() { return *this -= 1; }
    PackedSpanIterator operator--(int) { return std::exchange(*this, *this - 1); }
    PackedSpanIterator& operator+=(difference_type by)
    {
        m_at += by;
        return *this;
    }
    PackedSpanIterator& operator-=(difference_type by) { return *this += -by; }
    friend PackedSpanIterator operator+(PackedSpanIterator at, difference_type by) { return at += by; }
    friend PackedSpanIterator operator+(difference_type by, PackedSpanIterator at) { return at += by; }
    friend PackedSpanIterator operator-(PackedSpanIterator at, difference_type by) { return at -= by; }
    friend difference_type operator-(const PackedSpanIterator& a, const PackedSpanIterator& b)
    {
        return a.m_at - b.m_at;
    }
    friend bool operator==(const PackedSpanIterator& a, const PackedSpanIterator& b) { return a.m_at == b.m_at; }
    friend auto operator<=>(const PackedSpanIterator& a, const PackedSpanIterator& b) { return a.m_at <=> b.m_at; }

private:
    const PackedSpans* m_spans = nullptr;
    std::ptrdiff_t m_at = 0;
};

/// The packed spans of a lane, unpacked on access: 16 bytes each relative to a common base, or 24 if they are too far
/// apart. Reads like a vector of values: copies stay valid after changes, iterators do not. Single writer; GUI thread.
class PackedSpans
{
public:
    using Iterator = PackedSpanIterator;
    using const_iterator = Iterator;
    /// Consecutive spans.
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

    [[nodiscard]] std::size_t size() const { return m_isWide ? m_wide.size() : m_narrow.size(); }
    [[nodiscard]] bool empty() const { return size() == 0; }
    [[nodiscard]] Iterator begin() const { return {this, 0}; }
    [[nodiscard]] Iterator end() const { return {this, static_cast<std::ptrdiff_t>(size())}; }
    [[nodiscard]] StoredSpan front() const { return (*this)[0]; }
    [[nodiscard]] StoredSpan back() const { return (*this)[size() - 1]; }
    [[nodiscard]] StoredSpan operator[](std::size_t at) const
    {
        return m_isWide ? unpacked(m_wide[at]) : unpacked(m_narrow[at]);
    }
    [[nodiscard]] std::int64_t startNs(std::size_t at) const
    {
        return m_isWide ? m_wide[at].startNs : startOf(m_narrow[at]);
    }
    /// Number of spans that start before @p timeNs; they are sorted by start.
    [[nodiscard]] std::size_t countBefore(std::int64_t timeNs) const;
    /// Number of spans that start at or before @p timeNs.
    [[nodiscard]] std::size_t countUpTo(std::int64_t timeNs) const;

    void push_back(const StoredSpan& span);
    /// Whether the span at @p at, which is not the first, is in order with the one before it.
    [[nodiscard]] bool isInOrder(std::size_t at) const { return !isBefore(wideAt(at), wideAt(at - 1)); }
    /// Moves the spans from @p first on to their sorted places; those before are in order.
    /// @return index of the first span that moved
    std::size_t sortFrom(std::size_t first);
    /// Removes from the first @p count spans those that ended before @p timeNs. @return number of removed spans
    std::size_t dropEnded(std::size_t count, std::int64_t timeNs);

    [[nodiscard]] std::size_t memoryBytes() const;

private:
    struct Wide
    {
        std::int64_t startNs = 0;
        std::uint64_t duration : 39 = 0;
        std::uint64_t isCoarse : 1 = 0; ///< duration is in units of 2^20 ns, for spans longer than nine minutes
        std::uint64_t kind : 4 = 0;
        std::uint64_t label : 20 = 0;
        std::uint32_t sequence = 0;
        std::uint32_t step = 0;
    };
    static_assert(sizeof(Wide) == 24);
    /// The compact form, for spans within 73 minutes and 16,000 steps of each other.
    struct Narrow
    {
        std::uint64_t start : 42 = 0; ///< relative to m_firstNs
        std::uint64_t sequence : 18 = 0; ///< relative to the first of its label
        std::uint64_t kind : 4 = 0;
        std::uint64_t duration : 39 = 0;
        std::uint64_t isCoarse : 1 = 0;
        std::uint64_t label : 10 = 0;
        std::uint64_t step : 14 = 0; ///< 0: none; otherwise 1 + the distance from m_firstStep
    };
    static_assert(sizeof(Narrow) == 16);

    static constexpr unsigned startBits = 42;
    static constexpr unsigned sequenceBits = 18;
    static constexpr unsigned labelBits = 10;
    static constexpr unsigned stepBits = 14;
    static constexpr unsigned coarseBits = 20;
    static constexpr std::int64_t firstCoarseNs = std::int64_t{1} << 39;

    [[nodiscard]] static std::int64_t durationNs(std::uint64_t duration, bool isCoarse)
    {
        return static_cast<std::int64_t>(isCoarse ? duration << coarseBits : duration);
    }
    /// By start; at equal start the longer span first. Independent of the order of arrival.
    [[nodiscard]] static bool isBefore(const Wide& a, const Wide& b);
    [[nodiscard]] Wide packed(const StoredSpan& span);
    /// All members except start, sequence and step, which each form stores differently.
    template <class Packed>
    [[nodiscard]] StoredSpan withoutNumbers(const Packed& packed) const
    {
        const SpanLabel& label = m_labels.at(packed.label);
        StoredSpan span;
        span.bytes = label.bytes;
        span.durationNs = durationNs(packed.duration, packed.isCoarse != 0);
        span.kind = packed.kind;
        span.op = label.op;
        span.communicator = label.communicator;
        span.job = label.job;
        return span;
    }
    [[nodiscard]] StoredSpan unpacked(const Wide& packed) const
    {
        StoredSpan span = withoutNumbers(packed);
        span.startNs = packed.startNs;
        span.sequence = packed.sequence;
        span.step = packed.step;
        return span;
    }
    [[nodiscard]] StoredSpan unpacked(const Narrow& packed) const
    {
        StoredSpan span = withoutNumbers(packed);
        span.startNs = startOf(packed);
        span.sequence = sequenceOf(packed);
        span.step = stepOf(packed);
        return span;
    }

    [[nodiscard]] static std::int64_t startOf(const Wide& span) { return span.startNs; }
    [[nodiscard]] std::int64_t startOf(const Narrow& span) const
    {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(m_firstNs) + span.start);
    }
    [[nodiscard]] std::uint32_t sequenceOf(const Narrow& span) const
    {
        return m_labels.firstSequence(span.label) + static_cast<std::uint32_t>(span.sequence);
    }
    [[nodiscard]] std::uint32_t stepOf(const Narrow& span) const
    {
        return span.step == 0 ? 0 : m_firstStep + static_cast<std::uint32_t>(span.step) - 1;
    }
    [[nodiscard]] static const Wide& wideOf(const Wide& span) { return span; }
    [[nodiscard]] Wide wideOf(const Narrow& span) const
    {
        Wide wide;
        wide.startNs = startOf(span);
        wide.duration = span.duration;
        wide.isCoarse = span.isCoarse;
        wide.kind = span.kind;
        wide.label = span.label;
        wide.sequence = sequenceOf(span);
        wide.step = stepOf(span);
        return wide;
    }
    [[nodiscard]] Wide wideAt(std::size_t at) const { return m_isWide ? m_wide[at] : wideOf(m_narrow[at]); }
    /// @return false: too far from the others
    [[nodiscard]] bool narrow(const Wide& span, Narrow& narrow) const;

    [[nodiscard]] std::vector<Wide> all(std::size_t room) const;
    void setAll(std::vector<Wide> spans);
    void setWide(std::vector<Wide> spans);
    void findCommon(const std::vector<Wide>& spans);
    template <class Visit>
    auto visit(Visit&& visitor)
    {
        return m_isWide ? visitor(m_wide) : visitor(m_narrow);
    }

    std::vector<Narrow> m_narrow; ///< unless m_isWide
    std::vector<Wide> m_wide; ///< if m_isWide
    SpanLabels m_labels;
    std::int64_t m_firstNs = 0;
    std::uint32_t m_firstStep = 1;
    std::uint32_t m_sincePacked = 0; ///< spans added since the last repacking
    bool m_isWide = false;
};

StoredSpan PackedSpanIterator::operator*() const
{
    return (*m_spans)[static_cast<std::size_t>(m_at)];
}

} // namespace lockstep
