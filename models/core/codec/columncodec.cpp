// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/codec/columncodec.h"

#include "models/core/codec/bytestream.h"
#include "models/core/codec/stripepacker.h"
#include "models/core/codec/stripeunpacker.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr std::uint8_t formatVersion = 1;
constexpr std::size_t samplesPerStripe = 1U << 16U; // a stripe's working memory stays in the second-level cache

struct Header
{
    ColumnBlockShape shape;
    std::uint32_t stripeWidth = 1;

    [[nodiscard]] std::uint32_t stripes() const { return (shape.width + stripeWidth - 1) / stripeWidth; }
    [[nodiscard]] ColumnBlockShape stripe(std::uint32_t number) const
    {
        return {shape.rows, std::min(stripeWidth, shape.width - number * stripeWidth)};
    }
};

Header readHeader(ByteReader& in)
{
    Header header;
    const std::uint8_t version = in.byte();
    const std::uint64_t rows = in.number();
    const std::uint64_t width = in.number();
    const std::uint64_t stripeWidth = in.number();
    // Divided, as a product of what a file says may overflow.
    const std::uint64_t widest = std::max<std::uint64_t>(samplesPerStripe, rows) / std::max<std::uint64_t>(rows, 1);
    if (version != formatVersion || rows > ColumnCodec::maxRows || width > ColumnCodec::maxWidth || stripeWidth == 0
        || stripeWidth > widest)
        in.fail();
    if (in.isGood())
        header = {{static_cast<std::uint32_t>(rows), static_cast<std::uint32_t>(width)},
                  static_cast<std::uint32_t>(stripeWidth)};
    return header;
}

Error damaged()
{
    return {"A block of columns is damaged: it does not read as one that Lockstep wrote"};
}

} // namespace

struct ColumnCodec::Parts
{
    StripePacker packer;
    StripeUnpacker unpacker;
    std::vector<float> values; ///< of one stripe, dense
    std::vector<std::uint8_t> packed;
    std::vector<std::uint64_t> lengths;

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

std::vector<std::uint8_t> ColumnCodec::encode(std::span<const float> values, ColumnBlockShape shape)
{
    std::vector<std::uint8_t> block;
    ByteWriter out(block);
    const std::size_t rows = std::max<std::size_t>(shape.rows, 1);
    const Header header{shape,
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
    for (std::uint32_t number = 0; number < header.stripes(); ++number) {
        const ColumnBlockShape stripe = header.stripe(number);
        m_parts->values.resize(stripe.samples());
        for (std::size_t row = 0; row < stripe.rows; ++row)
            std::ranges::copy(
                values.subspan(row * shape.width + std::size_t{number} * header.stripeWidth, stripe.width),
                m_parts->values.begin() + static_cast<std::ptrdiff_t>(row * stripe.width));
        ByteWriter packed(m_parts->packed);
        m_parts->packer.pack(m_parts->values, stripe, packed);
        out.number(m_parts->packed.size() - packedBefore);
        packedBefore = m_parts->packed.size();
    }
    out.bytes(m_parts->packed);
    return block;
}

Result<ColumnBlockShape> ColumnCodec::shapeOf(std::span<const std::uint8_t> bytes)
{
    ByteReader in(bytes);
    const Header header = readHeader(in);
    if (!in.isGood())
        return damaged();
    return header.shape;
}

Status ColumnCodec::decode(std::span<const std::uint8_t> bytes, std::span<float> out)
{
    const Result<ColumnBlockShape> shape = shapeOf(bytes);
    if (!shape.isOk())
        return shape.error();
    return decode(bytes, 0, shape.value().width, out);
}

Status ColumnCodec::decode(std::span<const std::uint8_t> bytes, std::uint32_t first, std::uint32_t count,
                           std::span<float> out)
{
    ByteReader in(bytes);
    const Header header = readHeader(in);
    const std::size_t end = std::size_t{first} + count;
    if (!in.isGood() || end > header.shape.width || out.size() != std::size_t{header.shape.rows} * count)
        return damaged();
    if (out.empty())
        return success();
    m_parts->readLengths(in, header);

    for (std::uint32_t number = 0; number < header.stripes() && in.isGood(); ++number) {
        ByteReader packed(in.bytes(m_parts->lengths[number]));
        const std::size_t begin = std::size_t{number} * header.stripeWidth;
        const ColumnBlockShape stripe = header.stripe(number);
        const std::size_t from = std::max<std::size_t>(begin, first);
        const std::size_t to = std::min<std::size_t>(begin + stripe.width, end);
        if (!in.isGood() || from >= to)
            continue;
        m_parts->values.resize(stripe.samples());
        m_parts->unpacker.unpack(packed, stripe, m_parts->values);
        if (!packed.isGood() || packed.left() > 0)
            return damaged();
        for (std::size_t row = 0; row < stripe.rows; ++row)
            std::copy_n(m_parts->values.begin() + static_cast<std::ptrdiff_t>(row * stripe.width + from - begin),
                        to - from, out.begin() + static_cast<std::ptrdiff_t>(row * count + from - first));
    }
    return in.isGood() ? success() : Status(damaged());
}

Status ColumnCodec::decodeRow(std::span<const std::uint8_t> bytes, std::uint32_t row, std::span<float> out)
{
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
        m_parts->unpacker.unpackRow(packed, stripe, row,
                                    out.subspan(std::size_t{number} * header.stripeWidth, stripe.width));
        if (!packed.isGood() || packed.left() > 0)
            return damaged();
    }
    return in.isGood() ? success() : Status(damaged());
}

} // namespace lockstep
