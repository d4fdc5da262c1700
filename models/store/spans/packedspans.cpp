// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/spans/packedspans.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <tuple>
#include <type_traits>

namespace lockstep {

namespace {

constexpr std::size_t fewLabels = 24; ///< searched linearly
constexpr std::uint32_t notFound = 0xFFFFFFFF;

/// Keeps the ten leading bits.
std::uint64_t rounded(std::uint64_t bytes)
{
    constexpr int kept = 10;
    const int dropped = std::max(0, static_cast<int>(std::bit_width(bytes)) - kept);
    return bytes >> dropped << dropped;
}

} // namespace

std::size_t SpanLabels::Hash::operator()(const SpanLabel& label) const noexcept
{
    const std::uint64_t names = std::uint64_t{label.job} << 32U | std::uint64_t{label.op} << 16U | label.communicator;
    std::uint64_t mixed = (label.bytes ^ names * 0x9E3779B97F4A7C15U) * 0xBF58476D1CE4E5B9U;
    mixed ^= mixed >> 32U;
    return mixed;
}

std::uint32_t SpanLabels::find(const SpanLabel& label)
{
    if (m_labels.size() <= fewLabels) {
        const auto found = std::ranges::find(m_labels, label, &Entry::label);
        return found == m_labels.end() ? notFound : static_cast<std::uint32_t>(found - m_labels.begin());
    }
    for (auto id = static_cast<std::uint32_t>(m_ids.size()); id < m_labels.size(); ++id)
        m_ids.emplace(m_labels[id].label, id);
    const auto found = m_ids.find(label);
    return found == m_ids.end() ? notFound : found->second;
}

std::uint32_t SpanLabels::add(const SpanLabel& label)
{
    // No real lane has more than a million kinds of spans. The last label represents all further ones.
    if (m_labels.size() < maxLabels)
        m_labels.push_back({label});
    return static_cast<std::uint32_t>(m_labels.size() - 1);
}

std::uint32_t SpanLabels::idOf(const SpanLabel& label)
{
    if (!m_labels.empty()) {
        const std::uint32_t expected = m_labels[m_last].next;
        if (m_labels[expected].label == label)
            return m_last = expected;
    }
    SpanLabel kept = label;
    std::uint32_t id = find(kept);
    if (id == notFound && m_labels.size() >= exactLabels) {
        kept.bytes = rounded(kept.bytes);
        id = find(kept);
    }
    if (id == notFound)
        id = add(kept);
    m_labels[m_last].next = id;
    return m_last = id;
}

std::size_t SpanLabels::memoryBytes() const
{
    constexpr std::size_t hashNode = sizeof(SpanLabel) + 4 * sizeof(void*);
    return m_labels.capacity() * sizeof(Entry) + m_ids.size() * hashNode;
}

namespace {

/// Minimum growth. With thousands of lanes, doubling would leave a third of the memory unused.
constexpr std::size_t minRoom = 32;
constexpr std::size_t roomShare = 8;
constexpr std::size_t fewSpans = 256; ///< few enough to repack at any time
/// Reserved before the first span, for late spans.
constexpr std::int64_t lateNs = std::int64_t{1} << 36;
constexpr std::uint32_t lateSteps = 64;
constexpr std::uint32_t lateSequences = 1024;
/// When this much of the range before the oldest span is unused, the base is moved so that new spans fit.
constexpr std::int64_t unusedNs = std::int64_t{1} << 40;

template <class Span>
void makeRoom(std::vector<Span>& spans)
{
    if (spans.size() == spans.capacity())
        spans.reserve(spans.size() + std::max(spans.size() / roomShare, minRoom));
}

} // namespace

PackedSpans::Wide PackedSpans::packed(const StoredSpan& span)
{
    static_assert(static_cast<unsigned>(SpanKind::Marker) < 16);
    Wide packed;
    packed.startNs = span.startNs;
    const bool isCoarse = span.durationNs >= firstCoarseNs;
    packed.isCoarse = isCoarse ? 1 : 0;
    packed.duration = static_cast<std::uint64_t>(isCoarse ? span.durationNs >> coarseBits : span.durationNs);
    packed.kind = span.kind;
    const std::size_t known = m_labels.size();
    packed.label = m_labels.idOf({span.bytes, span.op, span.communicator, span.job});
    if (m_labels.size() != known)
        m_labels.setFirstSequence(packed.label, span.sequence - std::min(span.sequence, lateSequences));
    packed.sequence = span.sequence;
    packed.step = span.step;
    return packed;
}

bool PackedSpans::narrow(const Wide& span, Narrow& narrow) const
{
    // Unsigned differences: a start before the base wraps to a very large number.
    const std::uint64_t start = static_cast<std::uint64_t>(span.startNs) - static_cast<std::uint64_t>(m_firstNs);
    const std::uint32_t sequence = span.sequence - m_labels.firstSequence(span.label);
    const std::uint32_t step = span.step - m_firstStep;
    const bool hasStep = span.step != 0;
    if (start >> startBits != 0 || sequence >> sequenceBits != 0 || span.label >> labelBits != 0
        || (hasStep && step >= (1U << stepBits) - 1))
        return false;
    narrow.start = start;
    narrow.sequence = sequence;
    narrow.kind = span.kind;
    narrow.duration = span.duration;
    narrow.isCoarse = span.isCoarse;
    narrow.label = span.label;
    narrow.step = hasStep ? step + 1 : 0;
    return true;
}

std::vector<PackedSpans::Wide> PackedSpans::all(std::size_t room) const
{
    std::vector<Wide> spans;
    spans.reserve(room);
    for (std::size_t at = 0; at < size(); ++at)
        spans.push_back(wideAt(at));
    return spans;
}

/// Determines the common base of all spans.
void PackedSpans::findCommon(const std::vector<Wide>& spans)
{
    constexpr std::int64_t min = std::numeric_limits<std::int64_t>::min();
    const std::int64_t firstNs = std::ranges::min(spans, {}, &Wide::startNs).startNs;
    m_firstNs = firstNs < min + lateNs ? min : firstNs - lateNs;
    std::uint32_t firstStep = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::optional<std::uint32_t>> sequences(m_labels.size());
    for (const Wide& span : spans) {
        if (span.step != 0)
            firstStep = std::min(firstStep, span.step);
        sequences[span.label] = std::min(sequences[span.label].value_or(span.sequence), span.sequence);
    }
    m_firstStep = firstStep > lateSteps ? firstStep - lateSteps : 1;
    for (std::uint32_t label = 0; label < sequences.size(); ++label) {
        if (sequences[label])
            m_labels.setFirstSequence(label, *sequences[label] - std::min(*sequences[label], lateSequences));
    }
}

void PackedSpans::setAll(std::vector<Wide> spans)
{
    m_sincePacked = 0;
    std::vector<Narrow> narrowed;
    if (!spans.empty())
        findCommon(spans);
    narrowed.reserve(spans.size());
    for (const Wide& span : spans) {
        Narrow each;
        if (!narrow(span, each))
            return setWide(std::move(spans));
        narrowed.push_back(each);
    }
    m_isWide = false;
    m_wide = {};
    m_narrow = std::move(narrowed);
}

void PackedSpans::setWide(std::vector<Wide> spans)
{
    m_isWide = true;
    m_narrow = {};
    m_wide = std::move(spans);
}

std::size_t PackedSpans::countBefore(std::int64_t timeNs) const
{
    const auto count = [&](const auto& spans) {
        const auto start = [&](const auto& span) {
            return startOf(span);
        };
        return static_cast<std::size_t>(std::ranges::lower_bound(spans, timeNs, {}, start) - spans.begin());
    };
    return m_isWide ? count(m_wide) : count(m_narrow);
}

std::size_t PackedSpans::countUpTo(std::int64_t timeNs) const
{
    return timeNs == std::numeric_limits<std::int64_t>::max() ? size() : countBefore(timeNs + 1);
}

void PackedSpans::push_back(const StoredSpan& span)
{
    const Wide wide = packed(span);
    Narrow each;
    if (m_isWide) {
        makeRoom(m_wide);
        m_wide.push_back(wide);
    } else if (!m_narrow.empty() && narrow(wide, each)) {
        makeRoom(m_narrow);
        m_narrow.push_back(each);
    } else {
        // Limits repacking, so that a sender whose spans fit less and less cannot cause it for each span.
        const bool isCheap = size() <= fewSpans || m_sincePacked >= size() / roomShare;
        std::vector<Wide> spans = all(size() + minRoom);
        spans.push_back(wide);
        if (isCheap)
            setAll(std::move(spans));
        else
            setWide(std::move(spans));
    }
    ++m_sincePacked;
}

bool PackedSpans::isBefore(const Wide& a, const Wide& b)
{
    const auto key = [](const Wide& span) {
        return std::tuple(span.startNs, -durationNs(span.duration, span.isCoarse != 0), std::uint64_t{span.kind},
                          span.sequence, span.step);
    };
    return key(a) < key(b);
}

std::size_t PackedSpans::sortFrom(std::size_t first)
{
    const auto isFirst = [&](const auto& a, const auto& b) {
        return startOf(a) != startOf(b) ? startOf(a) < startOf(b) : isBefore(wideOf(a), wideOf(b));
    };
    return visit([&](auto& spans) {
        const auto tail = spans.begin() + static_cast<std::ptrdiff_t>(first);
        std::ranges::stable_sort(tail, spans.end(), isFirst);
        const auto place = std::ranges::upper_bound(spans.begin(), tail, *tail, isFirst);
        std::ranges::inplace_merge(place, tail, spans.end(), isFirst);
        return static_cast<std::size_t>(place - spans.begin());
    });
}

std::size_t PackedSpans::dropEnded(std::size_t count, std::int64_t timeNs)
{
    const auto hasEnded = [&](const auto& span) {
        return startOf(span) + durationNs(span.duration, span.isCoarse != 0) < timeNs;
    };
    const std::size_t dropped = visit([&](auto& spans) {
        const auto end = spans.begin() + static_cast<std::ptrdiff_t>(count);
        const auto kept = std::remove_if(spans.begin(), end, hasEnded);
        const auto ended = static_cast<std::size_t>(end - kept);
        spans.erase(kept, end);
        // Unused capacity also counts against the memory limit of spans.
        if (spans.capacity() - spans.size() > spans.size() / (roomShare / 2) + 2 * minRoom)
            std::remove_reference_t<decltype(spans)>(spans).swap(spans);
        return ended;
    });
    const bool isLeavingRange = !m_isWide && !empty() && startNs(0) - m_firstNs > unusedNs;
    const bool mayFitAgain = m_isWide && dropped > 0 && m_labels.size() <= 1U << labelBits;
    if (isLeavingRange || mayFitAgain)
        setAll(all(size()));
    return dropped;
}

std::size_t PackedSpans::memoryBytes() const
{
    return m_narrow.capacity() * sizeof(Narrow) + m_wide.capacity() * sizeof(Wide) + m_labels.memoryBytes();
}

} // namespace lockstep
