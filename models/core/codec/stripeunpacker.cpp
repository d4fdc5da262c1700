// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/codec/stripeunpacker.h"

#include "models/core/metric.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <type_traits>

namespace lockstep {

using namespace stripe;

namespace {

using To = Reference::To;

/// The head contains the first column's number; each other column is relative to the one before. With isNeighbours all
/// numbers are, and are summed later together with the head.
template <class Number>
void settleHead(std::vector<Number>& head, bool isNeighbours)
{
    std::ranges::transform(head, head.begin(), unzigzag<Number>);
    if (!isNeighbours)
        std::partial_sum(head.begin(), head.end(), head.begin());
}

/// Numbers are stored entity by entity.
template <class Number>
void addLines(std::vector<Number>& numbers, std::span<const Number> head, std::size_t rows, bool isToPrevious)
{
    for (std::size_t line = 0; line < head.size(); ++line) {
        Number* const own = numbers.data() + line * rows;
        Number last = head[line];
        for (std::size_t row = 0; row < rows; ++row) {
            own[row] = unzigzag(own[row]) + last;
            last = isToPrevious ? own[row] : last;
        }
    }
}

/// Numbers are stored tick by tick.
template <class Number>
void addRows(std::vector<Number>& numbers, std::span<const Number> head, std::size_t rows, bool isToPrevious)
{
    const std::size_t width = head.size();
    for (std::size_t row = 0; row < rows; ++row) {
        const Number* const last = isToPrevious && row > 0 ? numbers.data() + (row - 1) * width : head.data();
        Number* const own = numbers.data() + row * width;
        for (std::size_t column = 0; column < width; ++column)
            own[column] = unzigzag(own[column]) + last[column];
    }
}

template <class Number>
void addNeighbours(std::span<Number> row)
{
    for (std::size_t column = 1; column < row.size(); ++column)
        row[column] += row[column - 1];
}

} // namespace

bool StripeUnpacker::begin(ByteReader& in, ColumnBlockShape shape)
{
    const std::uint8_t flags = in.byte();
    if ((flags & isAboutMean) != 0 && (flags & isAboutZero) != 0)
        in.fail();
    if ((flags & isEmpty) != 0 || !in.isGood())
        return false;
    m_isWide = (flags & isWide) != 0;
    m_reference.to = (flags & isAboutMean) != 0 ? To::Mean : (flags & isAboutZero) != 0 ? To::Zero : To::Previous;
    m_reference.isNeighbours = (flags & isAboutNeighbour) != 0;
    m_scale.reset();
    if ((flags & isDecimal) != 0) {
        m_scale.emplace();
        m_scale->exponent = static_cast<std::int8_t>(in.byte()) - exponentBias;
        m_scale->multiplier = in.number();
        if (!m_scale->isSane())
            in.fail();
    } else if (m_isWide) {
        in.fail();
    }
    m_bits.assign((flags & hasMissing) != 0 ? (shape.samples() + 7) / 8 : 0, 0);
    if (!m_bits.empty())
        m_packer.unpackBytes(in, m_bits);
    m_exceptions.reset();
    if ((flags & hasExceptions) != 0) {
        m_exceptions = in;
        walkExceptions(in, shape.samples(), 0, std::span<float>());
    }
    return in.isGood();
}

/// Reads all exceptions and writes those in range to values, which begin at sample @p first.
template <class Value>
void StripeUnpacker::walkExceptions(ByteReader& in, std::size_t samples, std::size_t first, std::span<Value> values)
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

/// Sums the differences of all ticks up to the row. Leaves the tick in the first @p width numbers.
template <class Number>
void StripeUnpacker::addRow(Work<Number>& work, ColumnBlockShape shape, std::uint32_t rows) const
{
    const std::size_t width = shape.width;
    Number* const sums = work.numbers.data();
    for (std::size_t column = 0; column < width; ++column)
        sums[column] = unzigzag(sums[column]) + work.head[column];
    for (std::size_t row = 1; row < rows; ++row) {
        const Number* const differences = work.numbers.data() + row * width;
        for (std::size_t column = 0; column < width; ++column)
            sums[column] += unzigzag(differences[column]);
    }
    if (m_reference.isNeighbours)
        addNeighbours(std::span(work.numbers).first(width));
}

template <class Number, class Value>
void StripeUnpacker::toValues(std::span<const Number> numbers, std::span<Value> values) const
{
    using Signed = std::make_signed_t<Number>;
    if (!m_scale) {
        for (std::size_t at = 0; at < values.size(); ++at)
            values[at] = std::bit_cast<float>(ordered(static_cast<std::uint32_t>(numbers[at])));
        return;
    }
    if constexpr (std::is_same_v<Value, float>) {
        const double step = m_scale->step();
        for (std::size_t at = 0; at < values.size(); ++at)
            values[at] = static_cast<float>(static_cast<double>(static_cast<Signed>(numbers[at])) * step);
    } else {
        const double factor = m_scale->factor();
        const double divisor = m_scale->divisor();
        for (std::size_t at = 0; at < values.size(); ++at)
            values[at] = static_cast<double>(static_cast<Signed>(numbers[at])) * factor / divisor;
    }
}

template <class Value>
void StripeUnpacker::putOdd(std::size_t first, std::size_t samples, std::span<Value> values)
{
    if (m_exceptions)
        walkExceptions(*m_exceptions, samples, first, values);
    for (std::size_t at = 0; at < values.size() && !m_bits.empty(); ++at) {
        if ((m_bits[(first + at) / 8] >> ((first + at) % 8) & 1U) != 0)
            values[at] = noData;
    }
}

template <class Number, class Value>
void StripeUnpacker::unpackWith(Work<Number>& work, ByteReader& in, ColumnBlockShape shape, bool isTurned,
                                std::span<Value> values)
{
    work.head.resize(shape.width);
    m_packer.unpackNumbers<Number>(in, work.head);
    std::vector<Number>& packed = isTurned ? work.turned : work.numbers;
    packed.resize(shape.samples());
    m_packer.unpackNumbers<Number>(in, packed);
    if (!in.isGood())
        return;
    settleHead(work.head, m_reference.isNeighbours);
    const bool isToPrevious = m_reference.to == To::Previous;
    if (isTurned) {
        addLines<Number>(packed, work.head, shape.rows, isToPrevious);
        turn(work.turned, {shape.rows, shape.width}, work.numbers);
    } else {
        addRows<Number>(packed, work.head, shape.rows, isToPrevious);
    }
    for (std::size_t row = 0; row < shape.rows && m_reference.isNeighbours; ++row)
        addNeighbours(std::span(work.numbers).subspan(row * shape.width, shape.width));
    toValues<Number, Value>(work.numbers, values);
    putOdd(0, shape.samples(), values);
}

template <class Value>
void StripeUnpacker::unpack(ByteReader& in, ColumnBlockShape shape, bool isTurned, std::span<Value> values)
{
    if (!begin(in, shape))
        std::ranges::fill(values, noData);
    else if (m_isWide)
        unpackWith(m_wide, in, shape, isTurned, values);
    else
        unpackWith(m_narrow, in, shape, isTurned, values);
}

template void StripeUnpacker::unpack(ByteReader&, ColumnBlockShape, bool, std::span<float>);
template void StripeUnpacker::unpack(ByteReader&, ColumnBlockShape, bool, std::span<double>);

template <class Number>
void StripeUnpacker::unpackRowWith(Work<Number>& work, ByteReader& in, ColumnBlockShape shape, bool isTurned,
                                   std::uint32_t row, std::span<float> values)
{
    work.head.resize(shape.width);
    m_packer.unpackNumbers<Number>(in, work.head);
    // A difference from the mean needs no other tick; one from the previous tick needs all ticks before it.
    const std::uint32_t firstRow = m_reference.to == To::Previous ? 0 : row;
    const std::uint32_t rows = row + 1 - firstRow;
    work.numbers.resize(std::size_t{isTurned ? shape.rows : rows} * shape.width);
    bool isChanging = true;
    if (isTurned) {
        work.turned.resize(shape.samples());
        isChanging = m_packer.unpackNumbers<Number>(in, shape.samples(), 0, work.turned);
        turn<Number>(work.turned, {shape.rows, shape.width}, work.numbers);
        std::copy_n(work.numbers.begin() + static_cast<std::ptrdiff_t>(std::size_t{firstRow} * shape.width),
                    std::size_t{rows} * shape.width, work.numbers.begin());
    } else {
        isChanging
            = m_packer.unpackNumbers<Number>(in, shape.samples(), std::size_t{firstRow} * shape.width, work.numbers);
    }
    if (!in.isGood())
        return;
    settleHead(work.head, m_reference.isNeighbours);
    addRow(work, shape, isChanging ? rows : 1);
    toValues(std::span<const Number>(work.numbers).first(shape.width), values);
    putOdd(std::size_t{row} * shape.width, shape.samples(), values);
}

void StripeUnpacker::unpackRow(ByteReader& in, ColumnBlockShape shape, bool isTurned, std::uint32_t row,
                               std::span<float> values)
{
    if (!begin(in, shape))
        std::ranges::fill(values, noData);
    else if (m_isWide)
        unpackRowWith(m_wide, in, shape, isTurned, row, values);
    else
        unpackRowWith(m_narrow, in, shape, isTurned, row, values);
}

} // namespace lockstep
