// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/recording/recordedrows.h"

#include "models/core/codec/numberpacker.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <limits>
#include <tuple>

namespace lockstep {

namespace {

constexpr std::uint8_t formatVersion = 1;
constexpr auto lastKind = static_cast<std::uint64_t>(SpanKind::Marker);

constexpr std::size_t fieldCount = 13; // plus bytes, which were added later
using Fields = std::array<std::uint64_t, fieldCount>;

/// Fields in packing order. The end is stored as a length, because lengths repeat.
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

/// One field of all spans, each as the difference from the previous one.
class FieldCoder
{
public:
    explicit FieldCoder(std::size_t count) : m_low(count), m_high(count) { }

    /// @param isDense false: the lowest bytes are stored raw
    template <class Get>
    void pack(std::size_t count, Get get, NumberPacker& packer, ByteWriter& out, bool isDense = true)
    {
        std::uint64_t last = 0;
        for (std::size_t at = 0; at < count; ++at) {
            const std::uint64_t difference = zigzag(get(at) - last);
            last = get(at);
            m_low[at] = static_cast<std::uint32_t>(difference);
            m_high[at] = static_cast<std::uint32_t>(difference >> 32U);
        }
        packer.packNumbers<std::uint32_t>(m_low, out,
                                          isDense ? NumberPacker::Lowest::Packed : NumberPacker::Lowest::AsItIs);
        packer.packNumbers<std::uint32_t>(m_high, out);
    }
    template <class Set>
    void unpack(std::size_t count, Set set, NumberPacker& packer, ByteReader& in)
    {
        packer.unpackNumbers<std::uint32_t>(in, m_low);
        packer.unpackNumbers<std::uint32_t>(in, m_high);
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

constexpr std::size_t firstWordField = 3; ///< field
constexpr std::array wordFields{&RecordedSpan::lane, &RecordedSpan::op,   &RecordedSpan::communicator,
                                &RecordedSpan::job,  &RecordedSpan::rank, &RecordedSpan::step};

/// Reads one field of all spans. Its form is determined once.
class FieldReader
{
public:
    FieldReader(std::span<RecordedSpan> spans, ByteReader& in) : m_spans(spans), m_coder(spans.size()), m_in(in) { }

    /// @return false if no span has the field
    bool read(std::size_t field)
    {
        using Value = std::uint64_t;
        if (field >= firstWordField && field < firstWordField + wordFields.size()) {
            const auto word = wordFields[field - firstWordField];
            return each(maxWord, [word](RecordedSpan& span, Value value) { span.*word = lowOf(value); });
        }
        switch (field) {
        case 0:
            return each(maxWord, [](RecordedSpan& span, Value value) { span.node = lowOf(value); });
        case 1:
            return each(entityKindCount - 1,
                        [](RecordedSpan& span, Value value) { span.entity.kind = static_cast<EntityKind>(value); });
        case 2:
            return each(maxWord, [](RecordedSpan& span, Value value) { span.entity.index = lowOf(value); });
        case 9:
            return each(lastKind, [](RecordedSpan& span, Value value) { span.kind = static_cast<SpanKind>(value); });
        case 10:
            return each(max,
                        [](RecordedSpan& span, Value value) { span.startNs = std::bit_cast<std::int64_t>(value); });
        case 11:
            return each(max, [](RecordedSpan& span, Value value) {
                span.endNs = std::bit_cast<std::int64_t>(static_cast<std::uint64_t>(span.startNs) + value);
            });
        case 12:
            return each(max, [](RecordedSpan& span, Value value) { span.sequence = value; });
        default:
            return each(max, [](RecordedSpan& span, Value value) { span.bytes = value; });
        }
    }

private:
    static constexpr std::uint64_t max = std::numeric_limits<std::uint64_t>::max();
    static constexpr std::uint64_t maxWord = std::numeric_limits<std::uint32_t>::max();

    [[nodiscard]] static std::uint32_t lowOf(std::uint64_t value) { return static_cast<std::uint32_t>(value); }

    template <class Set>
    bool each(std::uint64_t largest, Set set)
    {
        bool isSane = true;
        m_coder.unpack(
            m_spans.size(),
            [&](std::size_t at, std::uint64_t value) {
                isSane &= value <= largest;
                set(m_spans[at], value);
            },
            m_packer, m_in);
        return isSane;
    }

    std::span<RecordedSpan> m_spans;
    NumberPacker m_packer;
    FieldCoder m_coder;
    ByteReader& m_in;
};

Error damaged()
{
    return {"A block of spans is damaged: its format is invalid"};
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
    NumberPacker packer;
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
    // Very regular spans compress so well that readers would reject them as a decompression bomb.
    return spans.size() <= maxSpansIn(packed.size()) ? packed : packSorted(spans, false);
}

Status unpackSpans(std::span<const std::uint8_t> bytes, std::vector<RecordedSpan>& spans)
{
    ByteReader in(bytes);
    const std::uint8_t version = in.byte();
    const std::uint64_t count = in.number();
    if (version != formatVersion || !in.isGood())
        return damaged();
    if (count > maxSpansIn(bytes.size()))
        return Error{fmt::format("A block of spans with {} bytes claims to hold {} spans, expected at most {}",
                                 bytes.size(), count, maxSpansIn(bytes.size()))};
    const std::size_t before = spans.size();
    spans.resize(before + count);
    FieldReader reader{std::span(spans).subspan(before), in};
    bool isSane = true;
    for (std::size_t field = 0; field <= fieldCount && isSane; ++field)
        isSane = reader.read(field);
    if (in.isGood() && in.left() == 0 && isSane)
        return success();
    spans.resize(before);
    return damaged();
}

Result<std::vector<RecordedSpan>> unpackSpans(std::span<const std::uint8_t> bytes)
{
    std::vector<RecordedSpan> spans;
    if (Status unpacked = unpackSpans(bytes, spans); !unpacked.isOk())
        return unpacked.error();
    return spans;
}

} // namespace lockstep
