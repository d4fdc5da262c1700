// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/spans/packedspans.h"

#include <algorithm>
#include <tuple>

namespace lockstep {

namespace {

/// Room that is made at least; thousands of lanes: doubling would leave a third of their memory unused.
constexpr std::size_t minRoom = 32;
constexpr std::size_t roomShare = 8;

} // namespace

PackedSpans::Packed PackedSpans::packed(const StoredSpan& span)
{
    static_assert(static_cast<unsigned>(SpanKind::Marker) < 16);
    Packed packed;
    packed.startNs = span.startNs;
    const bool isCoarse = span.durationNs >= firstCoarseNs;
    packed.isCoarse = isCoarse ? 1 : 0;
    packed.duration = static_cast<std::uint64_t>(isCoarse ? span.durationNs >> coarseBits : span.durationNs);
    packed.kind = span.kind;
    packed.label = m_labels.idOf({span.bytes, span.op, span.communicator, span.job});
    packed.sequence = span.sequence;
    packed.step = span.step;
    return packed;
}

std::size_t PackedSpans::countBefore(std::int64_t timeNs) const
{
    return static_cast<std::size_t>(std::ranges::lower_bound(m_spans, timeNs, {}, &Packed::startNs) - m_spans.begin());
}

std::size_t PackedSpans::countUpTo(std::int64_t timeNs) const
{
    return static_cast<std::size_t>(std::ranges::upper_bound(m_spans, timeNs, {}, &Packed::startNs) - m_spans.begin());
}

void PackedSpans::push_back(const StoredSpan& span)
{
    if (m_spans.size() == m_spans.capacity())
        m_spans.reserve(m_spans.size() + std::max(m_spans.size() / roomShare, minRoom));
    m_spans.push_back(packed(span));
}

bool PackedSpans::isBefore(const Packed& a, const Packed& b)
{
    const auto key = [](const Packed& span) {
        return std::tuple(span.startNs, -durationNs(span), std::uint64_t{span.kind}, span.sequence, span.step);
    };
    return key(a) < key(b);
}

std::size_t PackedSpans::sortFrom(std::size_t first)
{
    const auto tail = m_spans.begin() + static_cast<std::ptrdiff_t>(first);
    std::ranges::stable_sort(tail, m_spans.end(), isBefore);
    const auto place = std::ranges::upper_bound(m_spans.begin(), tail, *tail, isBefore);
    std::ranges::inplace_merge(place, tail, m_spans.end(), isBefore);
    return static_cast<std::size_t>(place - m_spans.begin());
}

std::size_t PackedSpans::dropEnded(std::size_t count, std::int64_t timeNs)
{
    const auto end = m_spans.begin() + static_cast<std::ptrdiff_t>(count);
    const auto kept = std::remove_if(m_spans.begin(), end,
                                     [timeNs](const Packed& span) { return span.startNs + durationNs(span) < timeNs; });
    const auto dropped = static_cast<std::size_t>(end - kept);
    m_spans.erase(kept, end);
    // Room that nothing needs any more counts against the memory for spans as well.
    if (m_spans.capacity() - m_spans.size() > m_spans.size() / (roomShare / 2) + 2 * minRoom)
        std::vector<Packed>(m_spans).swap(m_spans);
    return dropped;
}

std::size_t PackedSpans::memoryBytes() const
{
    return m_spans.capacity() * sizeof(Packed) + m_labels.memoryBytes();
}

} // namespace lockstep
