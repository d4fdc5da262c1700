// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/codec/stripeunpacker.h"

#include "models/core/metric.h"

#include <algorithm>
#include <bit>

namespace lockstep {

using namespace stripe;

bool StripeUnpacker::begin(ByteReader& in, ColumnBlockShape shape)
{
    const std::uint8_t flags = in.byte();
    if (flags > allFlags)
        in.fail();
    if ((flags & isEmpty) != 0 || !in.isGood())
        return false;
    m_reference = {(flags & isAboutMean) != 0, (flags & isAboutNeighbour) != 0};
    m_scale.reset();
    if ((flags & isDecimal) != 0) {
        m_scale.emplace();
        m_scale->exponent = DecimalScale::finest + in.byte();
        m_scale->multiplier = in.number();
        if (!m_scale->isSane())
            in.fail();
    }
    m_bits.assign((flags & hasMissing) != 0 ? (shape.samples() + 7) / 8 : 0, 0);
    if (!m_bits.empty())
        m_packer.unpackBytes(in, m_bits);
    m_exceptions.reset();
    if ((flags & hasExceptions) != 0) {
        m_exceptions = in;
        walkExceptions(in, shape.samples(), 0, {});
    }
    m_head.resize(shape.width);
    m_packer.unpackNumbers(in, m_head);
    return in.isGood();
}

/// Goes over all of them and puts those that fall into values, which begin at sample @p first.
void StripeUnpacker::walkExceptions(ByteReader& in, std::size_t samples, std::size_t first, std::span<float> values)
{
    std::uint64_t at = 0;
    for (std::uint64_t left = in.number(); left > 0 && in.isGood(); --left) {
        const std::uint64_t distance = in.number();
        const std::uint64_t bits = in.number();
        at += std::min<std::uint64_t>(distance, samples);
        if (!in.isGood() || at >= samples || bits > 0xFFFFFFFFU) {
            in.fail();
            return;
        }
        if (at >= first && at - first < values.size())
            values[at - first] = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    }
}

void StripeUnpacker::add(ColumnBlockShape shape)
{
    const std::size_t width = shape.width;
    for (std::size_t row = 0; row < shape.rows; ++row) {
        const bool isFromHead = m_reference.isMean || row == 0;
        const std::uint32_t* const last = isFromHead ? m_head.data() : m_numbers.data() + (row - 1) * width;
        std::uint32_t* const numbers = m_numbers.data() + row * width;
        if (m_reference.isNeighbours) {
            std::uint32_t off = 0;
            for (std::size_t column = 0; column < width; ++column) {
                off += unzigzag(numbers[column]);
                numbers[column] = off + last[column];
            }
        } else {
            for (std::size_t column = 0; column < width; ++column)
                numbers[column] = unzigzag(numbers[column]) + last[column];
        }
    }
}

/// The differences of a tick's values add up over the ticks before it; those of neighbours may be added up after that,
/// once: sums can change places. Leaves the tick in the first @p width of the numbers.
void StripeUnpacker::addRow(ColumnBlockShape shape, std::uint32_t rows)
{
    const std::size_t width = shape.width;
    for (std::size_t column = 0; column < width; ++column)
        m_numbers[column] = unzigzag(m_numbers[column]);
    for (std::size_t row = 1; row < rows; ++row) {
        const std::uint32_t* const differences = m_numbers.data() + row * width;
        for (std::size_t column = 0; column < width; ++column)
            m_numbers[column] += unzigzag(differences[column]);
    }
    for (std::size_t column = 1; column < width && m_reference.isNeighbours; ++column)
        m_numbers[column] += m_numbers[column - 1];
    for (std::size_t column = 0; column < width; ++column)
        m_numbers[column] += m_head[column];
}

void StripeUnpacker::toValues(std::span<const std::uint32_t> numbers, std::span<float> values) const
{
    if (!m_scale) {
        for (std::size_t at = 0; at < values.size(); ++at)
            values[at] = std::bit_cast<float>(ordered(numbers[at]));
        return;
    }
    const double step = m_scale->step();
    for (std::size_t at = 0; at < values.size(); ++at)
        values[at] = static_cast<float>(std::bit_cast<std::int32_t>(numbers[at]) * step);
}

void StripeUnpacker::putOdd(std::size_t first, std::size_t samples, std::span<float> values)
{
    if (m_exceptions)
        walkExceptions(*m_exceptions, samples, first, values);
    for (std::size_t at = 0; at < values.size() && !m_bits.empty(); ++at) {
        if ((m_bits[(first + at) / 8] >> ((first + at) % 8) & 1U) != 0)
            values[at] = noData;
    }
}

/// The first column's number is in the head; the others stand beside the one before.
void StripeUnpacker::settleHead()
{
    m_head[0] = unzigzag(m_head[0]);
    for (std::size_t column = 1; column < m_head.size(); ++column)
        m_head[column] = unzigzag(m_head[column]) + m_head[column - 1];
}

void StripeUnpacker::unpack(ByteReader& in, ColumnBlockShape shape, std::span<float> values)
{
    if (!begin(in, shape)) {
        std::ranges::fill(values, noData);
        return;
    }
    m_numbers.resize(shape.samples());
    m_packer.unpackNumbers(in, m_numbers);
    if (!in.isGood())
        return;
    settleHead();
    add(shape);
    toValues(m_numbers, values);
    putOdd(0, shape.samples(), values);
}

void StripeUnpacker::unpackRow(ByteReader& in, ColumnBlockShape shape, std::uint32_t row, std::span<float> values)
{
    if (!begin(in, shape)) {
        std::ranges::fill(values, noData);
        return;
    }
    // From the mean a tick's difference stands alone; from the tick before, all before it count.
    const std::uint32_t firstRow = m_reference.isMean ? row : 0;
    const std::uint32_t rows = row + 1 - firstRow;
    m_numbers.resize(std::size_t{rows} * shape.width);
    const bool isChanging = m_packer.unpackNumbers(in, shape.samples(), std::size_t{firstRow} * shape.width, m_numbers);
    if (!in.isGood())
        return;
    settleHead();
    addRow(shape, isChanging ? rows : 1);
    toValues(std::span(m_numbers).first(shape.width), values);
    putOdd(std::size_t{row} * shape.width, shape.samples(), values);
}

} // namespace lockstep
