// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/storage/recordedspan.h"

#include "models/core/planepacker.h"

#include <algorithm>
#include <array>
#include <bit>
#include <tuple>

namespace lockstep {

namespace {

constexpr std::uint8_t formatVersion = 1;
constexpr std::uint64_t mostSpans = 1U << 24U;
constexpr auto lastKind = static_cast<std::uint64_t>(SpanKind::Marker);

constexpr std::size_t fieldCount = 13;
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

    template <class Get>
    void pack(std::size_t count, Get get, PlanePacker& packer, ByteWriter& out)
    {
        std::uint64_t last = 0;
        for (std::size_t at = 0; at < count; ++at) {
            const std::uint64_t difference = zigzag(get(at) - last);
            last = get(at);
            m_low[at] = static_cast<std::uint32_t>(difference);
            m_high[at] = static_cast<std::uint32_t>(difference >> 32U);
        }
        packer.packNumbers(m_low, out);
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

bool setFields(RecordedSpan& span, const Fields& fields)
{
    const auto word = [&fields](std::size_t at) {
        return static_cast<std::uint32_t>(fields[at]);
    };
    const bool isSane = fields[1] < entityKindCount && fields[9] <= lastKind
        && std::ranges::all_of(std::array{0, 2, 3, 4, 5, 6, 7, 8},
                               [&](int at) { return fields[static_cast<std::size_t>(at)] <= 0xFFFFFFFFU; });
    if (!isSane)
        return false;
    span.node = word(0);
    span.entity = {static_cast<EntityKind>(fields[1]), word(2)};
    span.lane = word(3);
    span.op = word(4);
    span.communicator = word(5);
    span.job = word(6);
    span.rank = word(7);
    span.step = word(8);
    span.kind = static_cast<SpanKind>(fields[9]);
    span.startNs = std::bit_cast<std::int64_t>(fields[10]);
    span.endNs = std::bit_cast<std::int64_t>(fields[10] + fields[11]);
    span.sequence = fields[12];
    return true;
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

std::vector<std::uint8_t> packSpans(std::vector<RecordedSpan>& spans)
{
    std::ranges::stable_sort(spans, {}, order);
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
            spans.size(), [&](std::size_t at) { return fields[at][field]; }, packer, out);
    coder.pack(
        spans.size(), [&](std::size_t at) { return spans[at].bytes; }, packer, out);
    return packed;
}

Result<std::vector<RecordedSpan>> unpackSpans(std::span<const std::uint8_t> bytes)
{
    ByteReader in(bytes);
    const std::uint8_t version = in.byte();
    const std::uint64_t count = in.number();
    if (version != formatVersion || !in.isGood() || count > mostSpans)
        return damaged();
    PlanePacker packer;
    FieldCoder coder(count);
    // Field by field, as they come: spans are put together at the end, each once.
    std::array<std::vector<std::uint64_t>, fieldCount> columns;
    std::vector<RecordedSpan> spans(count);
    for (std::vector<std::uint64_t>& column : columns) {
        column.resize(count);
        coder.unpack(
            count, [&](std::size_t at, std::uint64_t value) { column[at] = value; }, packer, in);
    }
    coder.unpack(
        count, [&](std::size_t at, std::uint64_t value) { spans[at].bytes = value; }, packer, in);
    if (!in.isGood() || in.left() > 0)
        return damaged();
    for (std::size_t at = 0; at < count; ++at) {
        Fields fields{};
        for (std::size_t field = 0; field < fieldCount; ++field)
            fields[field] = columns[field][at];
        if (!setFields(spans[at], fields))
            return damaged();
    }
    return spans;
}

} // namespace lockstep
