// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/codec/stripepacker.h"

#include "models/core/metric.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <type_traits>

namespace lockstep {

using namespace stripe;

namespace {

using To = Reference::To;

/// The head contains the first column's number, and for each other column the difference from the previous column. With
/// isNeighbours, all numbers are differences and are summed later together with the head.
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

constexpr std::size_t sampleSize = 512;
constexpr std::size_t sampledColumns = 32;
constexpr std::size_t sampledRows = 256;
constexpr double worthwhileForm = 0.97; ///< fraction of the size of the simpler form that another form must reach
constexpr std::size_t exceptionShare = 256; ///< at most one value in this many may be off the scale
constexpr std::size_t fewDistinct = 256; ///< maximum size of a table
constexpr double bitsOfEntry = 24; ///< approximate size of an entry of such a table

template <class Value>
void takeSamples(std::span<const Value> values, std::vector<Value>& samples)
{
    samples.clear();
    // With an even stride, the same few entities might be selected repeatedly.
    const std::size_t stride = std::max<std::size_t>(values.size() / sampleSize, 1) | 1U;
    for (std::size_t at = 0; at < values.size(); at += stride)
        samples.push_back(values[at]);
}

/// Entropy of counts that sum up to @p total, in bits.
template <class Counts>
double entropy(const Counts& counts, double total)
{
    double bits = 0;
    for (const std::uint32_t count : counts)
        bits += count == 0 ? 0 : count * std::log2(total / count);
    return bits;
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
        if (!m_scale->isValid())
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
        readExceptions(in, shape.samples(), 0, std::span<float>());
    }
    return in.isGood();
}

/// Reads all exceptions and writes those in range to values, which begin at sample @p first.
template <class Value>
void StripeUnpacker::readExceptions(ByteReader& in, std::size_t samples, std::size_t first, std::span<Value> values)
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
void StripeUnpacker::restoreExceptions(std::size_t first, std::size_t samples, std::span<Value> values)
{
    if (m_exceptions)
        readExceptions(*m_exceptions, samples, first, values);
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
    restoreExceptions(0, shape.samples(), values);
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
    restoreExceptions(std::size_t{row} * shape.width, shape.samples(), values);
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

/// Finds a scale for a few samples and tries it on all values; values that are off are added to the samples.
template <class Value, class Number>
void StripePacker::settleScale(std::span<const Value> values, std::vector<Value>& samples, std::vector<Number>& numbers)
{
    numbers.resize(values.size());
    m_isOff.resize(values.size());
    m_missing = 0;
    m_exceptions = 0;
    takeSamples(values, samples);
    for (int attempt = 0; attempt < 4; ++attempt) {
        m_scale = findScale<Value>(samples);
        if (!m_scale)
            break;
        const std::size_t off = quantise(values, *m_scale, numbers.data(), m_isOff.data());
        if (attempt == 0)
            m_missing = off == 0 ? 0 : static_cast<std::size_t>(std::ranges::count_if(values, [](Value value) {
                return std::isnan(value);
            }));
        m_exceptions = off - m_missing;
        if (m_exceptions <= values.size() / exceptionShare)
            return;
        const std::size_t max = samples.size() + sampleSize / 8;
        for (std::size_t at = 0; at < values.size() && samples.size() < max; ++at) {
            if (m_isOff[at] != 0 && !std::isnan(values[at]))
                samples.push_back(values[at]);
        }
    }
    m_scale.reset();
    m_exceptions = 0;
}

void StripePacker::toNumbers(std::span<const float> values)
{
    settleScale(values, m_samples, m_narrow.numbers);
    if (m_scale)
        return;
    m_missing = 0;
    for (std::size_t at = 0; at < values.size(); ++at) {
        m_narrow.numbers[at] = ordered(std::bit_cast<std::uint32_t>(values[at]));
        m_isOff[at] = static_cast<std::uint8_t>(std::isnan(values[at]));
        m_missing += m_isOff[at];
    }
}

/// @return false if no scale fits the doubles
bool StripePacker::toNumbers(std::span<const double> values)
{
    settleScale(values, m_exactSamples, m_wide.numbers);
    return m_scale.has_value();
}

/// Converts wide numbers to narrow ones if all are small enough. Exceptions are ignored.
bool StripePacker::narrow()
{
    constexpr std::uint64_t half = std::uint64_t{1} << 31U;
    std::uint64_t beyond = 0;
    for (std::size_t at = 0; at < m_wide.numbers.size(); ++at)
        beyond |= m_isOff[at] != 0 ? 0 : (m_wide.numbers[at] + half) >> 32U;
    if (beyond != 0)
        return false;
    m_narrow.numbers.resize(m_wide.numbers.size());
    std::ranges::transform(m_wide.numbers, m_narrow.numbers.begin(),
                           [](std::uint64_t number) { return static_cast<std::uint32_t>(number); });
    return true;
}

/// Repeats the previous number where a value is missing, so that a missing value costs only its bit.
template <class Number>
void StripePacker::bridgeMissing(std::vector<Number>& numbers, ColumnBlockShape shape) const
{
    Number first = 0;
    for (std::size_t at = 0; at < m_isOff.size(); ++at) {
        if (m_isOff[at] == 0) {
            first = numbers[at];
            break;
        }
    }
    for (std::size_t column = 0; column < shape.width; ++column) {
        // The column's first number also fills the ticks before it.
        Number last = first;
        for (std::size_t at = column; at < m_isOff.size(); at += shape.width) {
            if (m_isOff[at] == 0) {
                last = numbers[at];
                break;
            }
        }
        for (std::size_t at = column; at < m_isOff.size(); at += shape.width)
            last = numbers[at] = m_isOff[at] == 0 ? numbers[at] : last;
        first = last;
    }
}

/// Approximate size of the differences in bits: the entropy of their tokens and the bits below them. Plain numbers may
/// instead be few distinct ones, which a table stores.
template <class Number>
double StripePacker::cost(const Work<Number>& work, ColumnBlockShape shape, Reference reference)
{
    std::array<std::uint32_t, 256> counts{};
    double bits = 0;
    double total = 0;
    const std::vector<Number>& numbers = work.numbers;
    const std::size_t columnStep = std::max<std::size_t>(shape.width / sampledColumns, 1);
    const std::size_t rowStep = shape.width * std::max<std::size_t>(shape.rows / sampledRows, 1);
    const auto differenceAt = [&](std::size_t at, std::size_t column) -> Number {
        const Number last = reference.to == To::Mean ? work.head[column]
            : reference.to == To::Zero               ? Number{0}
                                                     : numbers[at < shape.width ? at : at - shape.width];
        return numbers[at] - last;
    };
    m_distinct.clear();
    for (std::size_t column = 0; column < shape.width; column += columnStep) {
        for (std::size_t at = column; at < numbers.size(); at += rowStep) {
            Number difference = differenceAt(at, column);
            if (reference.isNeighbours && column > 0)
                difference -= differenceAt(at - 1, column - 1);
            difference = zigzag(difference);
            const std::uint8_t token = tokenOf(difference);
            ++counts[token];
            bits += bitsBelow(token);
            ++total;
            if (reference.to == To::Zero)
                m_distinct.push_back(difference);
        }
    }
    bits += entropy(counts, total);
    if (reference.to != To::Zero)
        return bits;
    std::ranges::sort(m_distinct);
    std::vector<std::uint32_t> repeats;
    for (auto at = m_distinct.begin(); at != m_distinct.end() && repeats.size() <= fewDistinct;) {
        const auto end = std::upper_bound(at, m_distinct.end(), *at);
        repeats.push_back(static_cast<std::uint32_t>(end - at));
        at = end;
    }
    const double table = entropy(repeats, total) + bitsOfEntry * static_cast<double>(repeats.size());
    return repeats.size() <= fewDistinct ? std::min(bits, table) : bits;
}

template <class Number>
void StripePacker::findMeans(Work<Number>& work, ColumnBlockShape shape)
{
    m_sums.assign(shape.width, 0);
    for (std::size_t row = 0; row < shape.rows; ++row) {
        for (std::size_t column = 0; column < shape.width; ++column)
            m_sums[column] += static_cast<double>(
                static_cast<std::make_signed_t<Number>>(work.numbers[row * shape.width + column]));
    }
    work.head.resize(shape.width);
    for (std::size_t column = 0; column < shape.width; ++column)
        work.head[column] = static_cast<Number>(static_cast<std::int64_t>(m_sums[column] / shape.rows));
}

/// Stores the means in the head. Stops early for metrics that never change, which are the majority.
template <class Number>
Reference StripePacker::cheapestReference(Work<Number>& work, ColumnBlockShape shape)
{
    const auto second = work.numbers.begin() + static_cast<std::ptrdiff_t>(shape.width);
    if (std::equal(second, work.numbers.end(), work.numbers.begin())) {
        work.head.resize(shape.width);
        return {};
    }
    findMeans(work, shape);
    Reference best;
    double min = cost(work, shape, best);
    for (const Reference other : {Reference{To::Mean, false}, Reference{To::Previous, true}, Reference{To::Mean, true},
                                  Reference{To::Zero, false}}) {
        if (other.isNeighbours && shape.width == 1)
            continue;
        if (const double bits = cost(work, shape, other); bits < worthwhileForm * min) {
            best = other;
            min = bits;
        }
    }
    return best;
}

template <class Number>
void StripePacker::subtract(Work<Number>& work, ColumnBlockShape shape, Reference reference)
{
    const std::size_t width = shape.width;
    std::vector<Number>& numbers = work.numbers;
    std::vector<Number>& head = work.head;
    if (reference.to == To::Mean) {
        for (std::size_t row = 0; row < shape.rows; ++row) {
            for (std::size_t column = 0; column < width; ++column)
                numbers[row * width + column] -= head[column];
        }
    } else if (reference.to == To::Zero) {
        head.assign(width, 0);
    } else {
        std::copy_n(numbers.begin(), width, head.begin());
        for (std::size_t at = numbers.size(); at-- > width;)
            numbers[at] -= numbers[at - width];
        std::fill_n(numbers.begin(), width, Number{0});
    }
    for (std::size_t row = 0; row < shape.rows && reference.isNeighbours; ++row) {
        for (std::size_t at = (row + 1) * width; --at > row * width;)
            numbers[at] -= numbers[at - 1];
    }
    std::ranges::transform(numbers, numbers.begin(), zigzag<Number>);
    for (std::size_t column = width; column-- > 1;)
        head[column] = zigzag<Number>(head[column] - head[column - 1]);
    head[0] = zigzag(head[0]);
}

template <class Value>
void StripePacker::packExceptions(std::span<const Value> values, ByteWriter& out)
{
    out.number(m_exceptions);
    std::size_t last = 0;
    for (std::size_t at = 0; at < values.size(); ++at) {
        if (m_isOff[at] == 0 || std::isnan(values[at]))
            continue;
        out.number(at - last);
        out.number(std::bit_cast<std::uint32_t>(static_cast<float>(values[at])));
        last = at;
    }
}

template <class Value, class Number>
void StripePacker::packWith(Work<Number>& work, std::span<const Value> values, ColumnBlockShape shape, bool isTurned,
                            ByteWriter& out)
{
    if (m_missing == values.size()) {
        out.byte(isEmpty);
        return;
    }
    if (m_missing + m_exceptions > 0)
        bridgeMissing(work.numbers, shape);
    const Reference reference = cheapestReference(work, shape);

    out.byte(static_cast<std::uint8_t>(
        (m_scale ? isDecimal : 0) | (m_missing > 0 ? hasMissing : 0) | (m_exceptions > 0 ? hasExceptions : 0)
        | (reference.to == To::Mean ? isAboutMean : 0) | (reference.isNeighbours ? isAboutNeighbour : 0)
        | (reference.to == To::Zero ? isAboutZero : 0) | (sizeof(Number) > sizeof(std::uint32_t) ? isWide : 0)));
    if (m_scale) {
        out.byte(static_cast<std::uint8_t>(m_scale->exponent + exponentBias));
        out.number(m_scale->multiplier);
    }
    if (m_missing > 0) {
        m_bits.assign((values.size() + 7) / 8, 0);
        for (std::size_t at = 0; at < values.size(); ++at)
            m_bits[at / 8] |= static_cast<std::uint8_t>((std::isnan(values[at]) ? 1U : 0U) << (at % 8));
        m_packer.packBytes(m_bits, out);
    }
    if (m_exceptions > 0)
        packExceptions(values, out);
    subtract(work, shape, reference);
    m_packer.packNumbers<Number>(work.head, out);
    if (!isTurned) {
        m_packer.packNumbers<Number>(work.numbers, out);
        return;
    }
    turn<Number>(work.numbers, {shape.width, shape.rows}, work.turned);
    m_packer.packNumbers<Number>(work.turned, out);
}

template <>
void StripePacker::pack(std::span<const float> values, ColumnBlockShape shape, bool isTurned, ByteWriter& out)
{
    toNumbers(values);
    packWith(m_narrow, values, shape, isTurned, out);
}

template <>
void StripePacker::pack(std::span<const double> values, ColumnBlockShape shape, bool isTurned, ByteWriter& out)
{
    if (!toNumbers(values)) {
        // Quotients and other results have more digits than any sensor. As floats, they keep their significant digits.
        m_floats.resize(values.size());
        std::ranges::transform(values, m_floats.begin(), [](double value) { return static_cast<float>(value); });
        pack(std::span<const float>(m_floats), shape, isTurned, out);
    } else if (narrow()) {
        packWith(m_narrow, values, shape, isTurned, out);
    } else {
        packWith(m_wide, values, shape, isTurned, out);
    }
}

} // namespace lockstep
