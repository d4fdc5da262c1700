// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/recording/recordedspan.h"

#include "models/core/codec/planepacker.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <tuple>

namespace lockstep {

namespace {

constexpr std::uint8_t formatVersion = 1;
constexpr auto lastKind = static_cast<std::uint64_t>(SpanKind::Marker);

constexpr std::size_t fieldCount = 13; // and the bytes, which came later
using Fields = std::array<std::uint64_t, fieldCount>;

/// In the order in which fields are packed. The end is kept as a length, as most lengths are alike.
Fields fieldsOf(const RecordedSpan& span)
{
    const auto start = static_cast<std::uint64_t>(span.startNs);
    return {span.node,
            static_cast<std::uint64_t>(span.entity.kind),
            span.entity.index,
            span.lane,
            span.op,
            span.communicator,
            span.job,
            span.rank,
            span.step,
            static_cast<std::uint64_t>(span.kind),
            start,
            static_cast<std::uint64_t>(span.endNs) - start,
            span.sequence};
}

std::uint64_t zigzag(std::uint64_t number)
{
    return (number << 1U) ^ (0U - (number >> 63U));
}

std::uint64_t unzigzag(std::uint64_t number)
{
    return (number >> 1U) ^ (0U - (number & 1U));
}

auto order(const RecordedSpan& span)
{
    return std::tuple(span.entity, span.lane, span.startNs, span.endNs);
}

/// One field of all spans, each as the difference from the one before.
class FieldCoder
{
public:
    explicit FieldCoder(std::size_t count) : m_low(count), m_high(count) { }

    /// @param isDense false: the lowest bytes are to stand as they are
    template <class Get>
    void pack(std::size_t count, Get get, PlanePacker& packer, ByteWriter& out, bool isDense = true)
    {
        std::uint64_t last = 0;
        for (std::size_t at = 0; at < count; ++at) {
            const std::uint64_t difference = zigzag(get(at) - last);
            last = get(at);
            m_low[at] = static_cast<std::uint32_t>(difference);
            m_high[at] = static_cast<std::uint32_t>(difference >> 32U);
        }
        packer.packNumbers(m_low, out, isDense ? PlanePacker::Lowest::Packed : PlanePacker::Lowest::AsItIs);
        packer.packNumbers(m_high, out);
    }
    template <class Set>
    void unpack(std::size_t count, Set set, PlanePacker& packer, ByteReader& in)
    {
        packer.unpackNumbers(in, m_low);
        packer.unpackNumbers(in, m_high);
        std::uint64_t last = 0;
        for (std::size_t at = 0; at < count && in.isGood(); ++at) {
            last += unzigzag(m_low[at] | std::uint64_t{m_high[at]} << 32U);
            set(at, last);
        }
    }

private:
    std::vector<std::uint32_t> m_low;
    std::vector<std::uint32_t> m_high;
};

/// @return false when no span has such a field
bool setField(RecordedSpan& span, std::size_t field, std::uint64_t value)
{
    const auto isWord = value <= 0xFFFFFFFFU;
    const auto word = static_cast<std::uint32_t>(value);
    constexpr std::size_t firstWord = 3;
    constexpr std::uint32_t RecordedSpan::*words[]{&RecordedSpan::lane,         &RecordedSpan::op,
                                                   &RecordedSpan::communicator, &RecordedSpan::job,
                                                   &RecordedSpan::rank,         &RecordedSpan::step};
    if (field >= firstWord && field < firstWord + std::size(words)) {
        span.*words[field - firstWord] = word;
        return isWord;
    }
    switch (field) {
    case 0:
        span.node = word;
        return isWord;
    case 1:
        span.entity.kind = static_cast<EntityKind>(word);
        return value < entityKindCount;
    case 2:
        span.entity.index = word;
        return isWord;
    case 9:
        span.kind = static_cast<SpanKind>(word);
        return value <= lastKind;
    case 10:
        span.startNs = std::bit_cast<std::int64_t>(value);
        return true;
    case 11:
        span.endNs = std::bit_cast<std::int64_t>(static_cast<std::uint64_t>(span.startNs) + value);
        return true;
    case 12:
        span.sequence = value;
        return true;
    default:
        span.bytes = value;
        return true;
    }
}

Error damaged()
{
    return {"A block of spans is damaged: it does not read as one that Lockstep wrote"};
}

} // namespace

Span spanOf(const RecordedSpan& recorded)
{
    Span span;
    span.start = TimePoint(Duration(recorded.startNs));
    span.end = TimePoint(Duration(recorded.endNs));
    span.kind = recorded.kind;
    span.lane = recorded.lane;
    span.op = recorded.op;
    span.communicator = recorded.communicator;
    span.job = recorded.job;
    span.rank = recorded.rank;
    span.step = recorded.step;
    span.sequence = recorded.sequence;
    span.bytes = recorded.bytes;
    return span;
}

namespace {

std::vector<std::uint8_t> packSorted(const std::vector<RecordedSpan>& spans, bool isDense)
{
    std::vector<Fields> fields(spans.size());
    std::ranges::transform(spans, fields.begin(), fieldsOf);
    std::vector<std::uint8_t> packed;
    ByteWriter out(packed);
    out.byte(formatVersion);
    out.number(spans.size());
    PlanePacker packer;
    FieldCoder coder(spans.size());
    for (std::size_t field = 0; field < fieldCount; ++field)
        coder.pack(
            spans.size(), [&](std::size_t at) { return fields[at][field]; }, packer, out, isDense || field > 0);
    coder.pack(
        spans.size(), [&](std::size_t at) { return spans[at].bytes; }, packer, out);
    return packed;
}

} // namespace

std::vector<std::uint8_t> packSpans(std::vector<RecordedSpan>& spans)
{
    std::ranges::stable_sort(spans, {}, order);
    std::vector<std::uint8_t> packed = packSorted(spans, true);
    // Spans of a clockwork take so little that a reader would have to take them for a bomb.
    return spans.size() <= maxSpansIn(packed.size()) ? packed : packSorted(spans, false);
}

Result<std::vector<RecordedSpan>> unpackSpans(std::span<const std::uint8_t> bytes)
{
    ByteReader in(bytes);
    const std::uint8_t version = in.byte();
    const std::uint64_t count = in.number();
    if (version != formatVersion || !in.isGood())
        return damaged();
    if (count > maxSpansIn(bytes.size()))
        return Error{fmt::format("A block of spans of {} bytes claims {} spans, expected at most {}", bytes.size(),
                                 count, maxSpansIn(bytes.size()))};
    PlanePacker packer;
    FieldCoder coder(count);
    std::vector<RecordedSpan> spans(count);
    bool isSane = true;
    for (std::size_t field = 0; field <= fieldCount && isSane; ++field)
        coder.unpack(
            count, [&](std::size_t at, std::uint64_t value) { isSane &= setField(spans[at], field, value); }, packer,
            in);
    if (!in.isGood() || in.left() > 0 || !isSane)
        return damaged();
    return spans;
}

} // namespace lockstep
