// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/codec/stripepacker.h"

#include "models/core/codec/bytestream.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace lockstep {

using namespace stripe;

namespace {

constexpr std::size_t sampleSize = 512;
constexpr std::size_t sampledColumns = 32;
constexpr double worthwhile = 0.97; ///< less than that much of the bits, or the simpler way
constexpr std::size_t exceptionShare = 256; ///< at most one value in so many may be off the scale

} // namespace

void StripePacker::sample(std::span<const float> values)
{
    m_samples.clear();
    // A stride that is odd does not fall on the same few entities again and again.
    const std::size_t stride = std::max<std::size_t>(values.size() / sampleSize, 1) | 1U;
    for (std::size_t at = 0; at < values.size(); at += stride)
        m_samples.push_back(values[at]);
}

/// Looks for a scale on a few samples, then tries it on all; what was off refines the samples.
void StripePacker::settleScale(std::span<const float> values)
{
    sample(values);
    for (int attempt = 0; attempt < 4; ++attempt) {
        m_scale = findScale(m_samples);
        if (!m_scale)
            break;
        const std::size_t off = quantise(values, *m_scale, m_numbers.data(), m_isOff.data());
        if (attempt == 0)
            m_missing = off == 0 ? 0 : static_cast<std::size_t>(std::ranges::count_if(values, [](float value) {
                return std::isnan(value);
            }));
        m_exceptions = off - m_missing;
        if (m_exceptions <= values.size() / exceptionShare)
            return;
        const std::size_t max = m_samples.size() + sampleSize / 8;
        for (std::size_t at = 0; at < values.size() && m_samples.size() < max; ++at) {
            if (m_isOff[at] != 0 && !std::isnan(values[at]))
                m_samples.push_back(values[at]);
        }
    }
    m_scale.reset();
    m_exceptions = 0;
}

void StripePacker::toNumbers(std::span<const float> values)
{
    m_numbers.resize(values.size());
    m_isOff.resize(values.size());
    m_missing = 0;
    m_exceptions = 0;
    settleScale(values);
    if (m_scale)
        return;
    m_missing = 0;
    for (std::size_t at = 0; at < values.size(); ++at) {
        m_numbers[at] = ordered(std::bit_cast<std::uint32_t>(values[at]));
        m_isOff[at] = static_cast<std::uint8_t>(std::isnan(values[at]));
        m_missing += m_isOff[at];
    }
}

/// Where nothing was measured the number before goes on, so that it costs no more than its bit.
void StripePacker::bridgeMissing(ColumnBlockShape shape)
{
    std::uint32_t first = 0;
    for (std::size_t at = 0; at < m_isOff.size(); ++at) {
        if (m_isOff[at] == 0) {
            first = m_numbers[at];
            break;
        }
    }
    for (std::size_t column = 0; column < shape.width; ++column) {
        // Before the column's first number stands that number.
        std::uint32_t last = first;
        for (std::size_t at = column; at < m_isOff.size(); at += shape.width) {
            if (m_isOff[at] == 0) {
                last = m_numbers[at];
                break;
            }
        }
        for (std::size_t at = column; at < m_isOff.size(); at += shape.width)
            last = m_numbers[at] = m_isOff[at] == 0 ? m_numbers[at] : last;
        first = last;
    }
}

/// Bits that the differences would take, by the entropy of their lowest byte and the length of the rest.
double StripePacker::cost(ColumnBlockShape shape, Reference reference) const
{
    std::array<std::uint32_t, 256> counts{};
    double bits = 0;
    double total = 0;
    const std::size_t columnStep = std::max<std::size_t>(shape.width / sampledColumns, 1);
    const auto differenceAt = [&](std::size_t at, std::size_t column) {
        const std::uint32_t last
            = reference.isMean ? m_head[column] : m_numbers[at < shape.width ? at : at - shape.width];
        return m_numbers[at] - last;
    };
    for (std::size_t column = 0; column < shape.width; column += columnStep) {
        for (std::size_t at = column; at < m_numbers.size(); at += shape.width) {
            std::uint32_t difference = differenceAt(at, column);
            if (reference.isNeighbours && column > 0)
                difference -= differenceAt(at - 1, column - 1);
            difference = zigzag(difference);
            ++counts[difference & 0xFFU];
            bits += std::bit_width(difference >> 8U);
            ++total;
        }
    }
    for (const std::uint32_t count : counts)
        bits += count == 0 ? 0 : count * std::log2(total / count);
    return bits;
}

void StripePacker::findMeans(ColumnBlockShape shape)
{
    m_head.assign(shape.width, 0);
    m_sums.assign(shape.width, 0);
    for (std::size_t row = 0; row < shape.rows; ++row) {
        for (std::size_t column = 0; column < shape.width; ++column)
            m_sums[column] += std::bit_cast<std::int32_t>(m_numbers[row * shape.width + column]);
    }
    for (std::size_t column = 0; column < shape.width; ++column)
        m_head[column] = static_cast<std::uint32_t>(m_sums[column] / std::int64_t{shape.rows});
}

/// Leaves the means in m_head. Most of what a cluster reports never changes: that is not looked at twice.
Reference StripePacker::cheapestReference(ColumnBlockShape shape)
{
    const auto second = m_numbers.begin() + static_cast<std::ptrdiff_t>(shape.width);
    if (std::equal(second, m_numbers.end(), m_numbers.begin())) {
        m_head.resize(shape.width);
        return {};
    }
    findMeans(shape);
    Reference best;
    double min = cost(shape, best);
    for (const Reference other : {Reference{true, false}, Reference{false, true}, Reference{true, true}}) {
        if (const double bits = cost(shape, other); bits < worthwhile * min) {
            best = other;
            min = bits;
        }
    }
    return best;
}

void StripePacker::subtract(ColumnBlockShape shape, Reference reference)
{
    const std::size_t width = shape.width;
    if (reference.isMean) {
        for (std::size_t row = 0; row < shape.rows; ++row) {
            for (std::size_t column = 0; column < width; ++column)
                m_numbers[row * width + column] -= m_head[column];
        }
    } else {
        std::copy_n(m_numbers.begin(), width, m_head.begin());
        for (std::size_t at = m_numbers.size(); at-- > width;)
            m_numbers[at] -= m_numbers[at - width];
        std::fill_n(m_numbers.begin(), width, 0U);
    }
    for (std::size_t row = 0; row < shape.rows && reference.isNeighbours; ++row) {
        for (std::size_t at = (row + 1) * width; --at > row * width;)
            m_numbers[at] -= m_numbers[at - 1];
    }
    std::ranges::transform(m_numbers, m_numbers.begin(), zigzag);
    for (std::size_t column = width; column-- > 1;)
        m_head[column] = zigzag(m_head[column] - m_head[column - 1]);
    m_head[0] = zigzag(m_head[0]);
}

void StripePacker::packExceptions(std::span<const float> values, ByteWriter& out)
{
    out.number(m_exceptions);
    std::size_t last = 0;
    for (std::size_t at = 0; at < values.size(); ++at) {
        if (m_isOff[at] == 0 || std::isnan(values[at]))
            continue;
        out.number(at - last);
        out.number(std::bit_cast<std::uint32_t>(values[at]));
        last = at;
    }
}

void StripePacker::pack(std::span<const float> values, ColumnBlockShape shape, ByteWriter& out)
{
    toNumbers(values);
    if (m_missing == values.size()) {
        out.byte(isEmpty);
        return;
    }
    if (m_missing + m_exceptions > 0)
        bridgeMissing(shape);
    const Reference reference = cheapestReference(shape);

    out.byte(static_cast<std::uint8_t>((m_scale ? isDecimal : 0) | (m_missing > 0 ? hasMissing : 0)
                                       | (m_exceptions > 0 ? hasExceptions : 0) | (reference.isMean ? isAboutMean : 0)
                                       | (reference.isNeighbours ? isAboutNeighbour : 0)));
    if (m_scale) {
        out.byte(static_cast<std::uint8_t>(m_scale->exponent - DecimalScale::finest));
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
    subtract(shape, reference);
    m_packer.packNumbers(m_head, out);
    m_packer.packNumbers(m_numbers, out);
}

} // namespace lockstep
