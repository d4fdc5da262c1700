// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/codec/columncodec.h"

#include "models/core/codec/bytestream.h"
#include "models/core/codec/stripepacker.h"
#include "models/core/metric.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace lockstep {

namespace {

constexpr std::uint8_t formatVersion = 2;
constexpr std::uint8_t sparseVersion = 3; ///< a list of the entities that have values, then a block of these
constexpr std::uint8_t firstVersion = 1; ///< stores all blocks tick by tick
constexpr std::size_t samplesPerStripe = 1U << 16U; // a stripe's working memory stays in the second-level cache

Error damaged()
{
    return {"A block of columns is damaged: its format is invalid"};
}

struct Header
{
    std::uint8_t version = formatVersion;
    ColumnBlockShape shape;
    std::uint32_t stripeWidth = 1;

    /// The longer of the two dimensions is contiguous, so that similar numbers are adjacent.
    [[nodiscard]] bool isTurned() const { return version > firstVersion && shape.rows > shape.width; }
    [[nodiscard]] std::uint32_t stripes() const { return (shape.width + stripeWidth - 1) / stripeWidth; }
    [[nodiscard]] ColumnBlockShape stripe(std::uint32_t number) const
    {
        return {shape.rows, std::min(stripeWidth, shape.width - number * stripeWidth)};
    }
};

bool isPossible(std::uint64_t rows, std::uint64_t width)
{
    return rows <= ColumnCodec::maxRows && width <= ColumnCodec::maxWidth;
}

bool isSparse(std::span<const std::uint8_t> bytes)
{
    return !bytes.empty() && bytes.front() == sparseVersion;
}

ColumnBlockShape readSparseShape(ByteReader& in)
{
    const std::uint8_t version = in.byte();
    const std::uint64_t rows = in.number();
    const std::uint64_t width = in.number();
    if (version != sparseVersion || !isPossible(rows, width))
        in.fail();
    return in.isGood() ? ColumnBlockShape{static_cast<std::uint32_t>(rows), static_cast<std::uint32_t>(width)}
                       : ColumnBlockShape{};
}

template <class Value>
std::vector<std::uint32_t> columnsWithValues(std::span<const Value> values, ColumnBlockShape shape)
{
    std::vector<std::uint32_t> kept;
    for (std::uint32_t column = 0; column < shape.width; ++column) {
        std::size_t at = column;
        while (at < values.size() && std::isnan(values[at]))
            at += shape.width;
        if (at < values.size())
            kept.push_back(column);
    }
    return kept;
}

/// As runs: alternating numbers of omitted and kept columns.
void writeColumns(const std::vector<std::uint32_t>& kept, ByteWriter& out)
{
    std::vector<std::uint32_t> runs;
    std::uint32_t next = 0;
    for (const std::uint32_t column : kept) {
        if (runs.empty() || column != next)
            runs.insert(runs.end(), {column - next, 0});
        ++runs.back();
        next = column + 1;
    }
    out.number(runs.size() / 2);
    for (const std::uint32_t run : runs)
        out.number(run);
}

std::vector<std::uint32_t> readColumns(ByteReader& in, std::uint32_t width)
{
    std::vector<std::uint32_t> kept;
    std::uint64_t next = 0;
    for (std::uint64_t runs = in.number(); runs > 0 && in.isGood(); --runs) {
        next += std::min<std::uint64_t>(in.number(), std::uint64_t{width} + 1);
        const std::uint64_t count = in.number();
        if (!in.isGood() || count > width || next + count > width) {
            in.fail();
            return {};
        }
        for (const std::uint64_t end = next + count; next < end; ++next)
            kept.push_back(static_cast<std::uint32_t>(next));
    }
    return kept;
}

Header readHeader(ByteReader& in)
{
    Header header;
    const std::uint8_t version = in.byte();
    const std::uint64_t rows = in.number();
    const std::uint64_t width = in.number();
    const std::uint64_t stripeWidth = in.number();
    // Divides, because a product of untrusted numbers may overflow.
    const std::uint64_t widest = std::max<std::uint64_t>(samplesPerStripe, rows) / std::max<std::uint64_t>(rows, 1);
    if (version < firstVersion || version > formatVersion || !isPossible(rows, width) || stripeWidth == 0
        || stripeWidth > widest)
        in.fail();
    if (in.isGood())
        header = {version,
                  {static_cast<std::uint32_t>(rows), static_cast<std::uint32_t>(width)},
                  static_cast<std::uint32_t>(stripeWidth)};
    return header;
}

} // namespace

/// Contents of a sparse block for a range of its entities.
struct ColumnCodec::SparseRange
{
    std::vector<std::uint32_t> kept; ///< entities in the range that have values, relative to its first
    std::uint32_t firstKept = 0; ///< index of the first among all entities that have values
    ColumnBlockShape shape; ///< of all entities
    std::span<const std::uint8_t> block; ///< of the entities that have values

    [[nodiscard]] static Result<SparseRange> read(std::span<const std::uint8_t> bytes, std::uint32_t first,
                                                  std::uint32_t count)
    {
        ByteReader in(bytes);
        SparseRange range;
        range.shape = readSparseShape(in);
        const std::vector<std::uint32_t> all = readColumns(in, range.shape.width);
        range.block = in.bytes(in.left());
        const Result<ColumnBlockShape> inner = isSparse(range.block) ? damaged() : shapeOf(range.block);
        const ColumnBlockShape expected{range.shape.rows, static_cast<std::uint32_t>(all.size())};
        if (!in.isGood() || std::size_t{first} + count > range.shape.width || !inner.isOk()
            || inner.value() != expected)
            return damaged();
        const auto from = std::ranges::lower_bound(all, first);
        range.firstKept = static_cast<std::uint32_t>(from - all.begin());
        for (auto each = from; each != all.end() && *each - first < count; ++each)
            range.kept.push_back(*each - first);
        return range;
    }
};

struct ColumnCodec::Parts
{
    StripePacker packer;
    StripeUnpacker unpacker;
    std::vector<float> floats; ///< of one stripe, dense
    std::vector<double> doubles; ///< the same
    std::vector<std::uint8_t> packed;
    std::vector<std::uint64_t> lengths;

    template <class Value>
    std::vector<Value>& values()
    {
        if constexpr (std::is_same_v<Value, float>)
            return floats;
        else
            return doubles;
    }

    void readLengths(ByteReader& in, const Header& header)
    {
        lengths.clear();
        for (std::uint32_t number = 0; number < header.stripes() && in.isGood(); ++number)
            lengths.push_back(in.number());
    }
};

ColumnCodec::ColumnCodec() : m_parts(std::make_unique<Parts>()) { }
ColumnCodec::~ColumnCodec() = default;
ColumnCodec::ColumnCodec(ColumnCodec&&) noexcept = default;
ColumnCodec& ColumnCodec::operator=(ColumnCodec&&) noexcept = default;

template <class Value>
std::vector<std::uint8_t> ColumnCodec::encodeAny(std::span<const Value> values, ColumnBlockShape shape)
{
    std::vector<std::uint8_t> block;
    ByteWriter out(block);
    if (const auto kept = columnsWithValues(values, shape); !kept.empty() && kept.size() <= shape.width / 2) {
        std::vector<Value> dense;
        dense.reserve(kept.size() * shape.rows);
        for (std::size_t row = 0; row < shape.rows; ++row) {
            for (const std::uint32_t column : kept)
                dense.push_back(values[row * shape.width + column]);
        }
        out.byte(sparseVersion);
        out.number(shape.rows);
        out.number(shape.width);
        writeColumns(kept, out);
        out.bytes(encodeAny<Value>(dense, {shape.rows, static_cast<std::uint32_t>(kept.size())}));
        return block;
    }
    const std::size_t rows = std::max<std::size_t>(shape.rows, 1);
    const Header header{formatVersion, shape,
                        static_cast<std::uint32_t>(
                            std::max<std::size_t>(std::min<std::size_t>(samplesPerStripe / rows, shape.width), 1))};
    out.byte(formatVersion);
    out.number(shape.rows);
    out.number(shape.width);
    out.number(header.stripeWidth);
    if (shape.samples() == 0)
        return block;

    m_parts->packed.clear();
    std::size_t packedBefore = 0;
    std::vector<Value>& dense = m_parts->values<Value>();
    for (std::uint32_t number = 0; number < header.stripes(); ++number) {
        const ColumnBlockShape stripe = header.stripe(number);
        const bool isAll = stripe.width == shape.width;
        dense.resize(isAll ? 0 : stripe.samples());
        for (std::size_t row = 0; row < stripe.rows && !isAll; ++row)
            std::ranges::copy(
                values.subspan(row * shape.width + std::size_t{number} * header.stripeWidth, stripe.width),
                dense.begin() + static_cast<std::ptrdiff_t>(row * stripe.width));
        ByteWriter packed(m_parts->packed);
        m_parts->packer.pack<Value>(isAll ? values : std::span<const Value>(dense), stripe, header.isTurned(), packed);
        out.number(m_parts->packed.size() - packedBefore);
        packedBefore = m_parts->packed.size();
    }
    out.bytes(m_parts->packed);
    return block;
}

std::vector<std::uint8_t> ColumnCodec::encode(std::span<const float> values, ColumnBlockShape shape)
{
    return encodeAny(values, shape);
}

std::vector<std::uint8_t> ColumnCodec::encode(std::span<const double> values, ColumnBlockShape shape)
{
    return encodeAny(values, shape);
}

Result<ColumnBlockShape> ColumnCodec::shapeOf(std::span<const std::uint8_t> bytes)
{
    ByteReader in(bytes);
    const ColumnBlockShape shape = isSparse(bytes) ? readSparseShape(in) : readHeader(in).shape;
    return in.isGood() ? Result<ColumnBlockShape>(shape) : damaged();
}

Status ColumnCodec::decode(std::span<const std::uint8_t> bytes, std::span<float> out)
{
    const Result<ColumnBlockShape> shape = shapeOf(bytes);
    if (!shape.isOk())
        return shape.error();
    return decode(bytes, 0, shape.value().width, out);
}

Status ColumnCodec::decode(std::span<const std::uint8_t> bytes, std::span<double> out)
{
    const Result<ColumnBlockShape> shape = shapeOf(bytes);
    return shape.isOk() ? decode(bytes, 0, shape.value().width, out) : Status(shape.error());
}

Status ColumnCodec::decode(std::span<const std::uint8_t> bytes, std::uint32_t first, std::uint32_t count,
                           std::span<float> out)
{
    return decodeAny(bytes, first, count, out);
}

Status ColumnCodec::decode(std::span<const std::uint8_t> bytes, std::uint32_t first, std::uint32_t count,
                           std::span<double> out)
{
    return decodeAny(bytes, first, count, out);
}

template <class Value>
Status ColumnCodec::decodeAny(std::span<const std::uint8_t> bytes, std::uint32_t first, std::uint32_t count,
                              std::span<Value> out)
{
    if (isSparse(bytes)) {
        const Result<SparseRange> range = SparseRange::read(bytes, first, count);
        if (!range.isOk() || out.size() != std::size_t{range.value().shape.rows} * count)
            return damaged();
        const auto& [kept, firstKept, shape, block] = range.value();
        std::vector<Value> dense(std::size_t{shape.rows} * kept.size());
        const Status decoded = decodeAny<Value>(block, firstKept, static_cast<std::uint32_t>(kept.size()), dense);
        std::ranges::fill(out, noData);
        for (std::size_t at = 0; at < dense.size(); ++at)
            out[at / kept.size() * count + kept[at % kept.size()]] = dense[at];
        return decoded;
    }
    ByteReader in(bytes);
    const Header header = readHeader(in);
    const std::size_t end = std::size_t{first} + count;
    if (!in.isGood() || end > header.shape.width || out.size() != std::size_t{header.shape.rows} * count)
        return damaged();
    if (out.empty())
        return success();
    m_parts->readLengths(in, header);
    std::vector<Value>& dense = m_parts->values<Value>();

    for (std::uint32_t number = 0; number < header.stripes() && in.isGood(); ++number) {
        ByteReader packed(in.bytes(m_parts->lengths[number]));
        const std::size_t begin = std::size_t{number} * header.stripeWidth;
        const ColumnBlockShape stripe = header.stripe(number);
        const std::size_t from = std::max<std::size_t>(begin, first);
        const std::size_t to = std::min<std::size_t>(begin + stripe.width, end);
        if (!in.isGood() || from >= to)
            continue;
        const bool isAll = first == begin && count == stripe.width;
        if (!isAll)
            dense.resize(stripe.samples());
        m_parts->unpacker.unpack<Value>(packed, stripe, header.isTurned(), isAll ? out : std::span<Value>(dense));
        if (!packed.isGood() || packed.left() > 0)
            return damaged();
        for (std::size_t row = 0; row < stripe.rows && !isAll; ++row)
            std::copy_n(dense.begin() + static_cast<std::ptrdiff_t>(row * stripe.width + from - begin), to - from,
                        out.begin() + static_cast<std::ptrdiff_t>(row * count + from - first));
    }
    return in.isGood() ? success() : Status(damaged());
}

Status ColumnCodec::decodeRow(std::span<const std::uint8_t> bytes, std::uint32_t row, std::span<float> out)
{
    if (isSparse(bytes)) {
        const Result<SparseRange> range = SparseRange::read(bytes, 0, static_cast<std::uint32_t>(out.size()));
        if (!range.isOk() || range.value().shape.width != out.size())
            return damaged();
        std::vector<float> dense(range.value().kept.size());
        const Status decoded = decodeRow(range.value().block, row, dense);
        std::ranges::fill(out, noData);
        for (std::size_t at = 0; at < dense.size(); ++at)
            out[range.value().kept[at]] = dense[at];
        return decoded;
    }
    ByteReader in(bytes);
    const Header header = readHeader(in);
    if (!in.isGood() || row >= header.shape.rows || out.size() != header.shape.width)
        return damaged();
    if (out.empty())
        return success();
    m_parts->readLengths(in, header);
    for (std::uint32_t number = 0; number < header.stripes() && in.isGood(); ++number) {
        ByteReader packed(in.bytes(m_parts->lengths[number]));
        const ColumnBlockShape stripe = header.stripe(number);
        if (!in.isGood())
            break;
        m_parts->unpacker.unpackRow(packed, stripe, header.isTurned(), row,
                                    out.subspan(std::size_t{number} * header.stripeWidth, stripe.width));
        if (!packed.isGood() || packed.left() > 0)
            return damaged();
    }
    return in.isGood() ? success() : Status(damaged());
}

} // namespace lockstep
