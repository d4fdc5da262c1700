// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/codec/numberpacker.h"

#include "models/core/codec/stripeformat.h"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

namespace lockstep {

using namespace stripe;

namespace {

constexpr int level = 1; // a longer search gains little: level 3 saves 1 % at half the speed
constexpr double worthwhile = 0.97; ///< fraction of the size of byte planes, which are fastest to read, that another
                                    ///< form must reach
constexpr std::size_t smallList = 4; ///< not worth a search for the smallest form

constexpr auto tokenBase = [] {
    std::array<std::uint64_t, 256> base{};
    for (unsigned token = 0; token < base.size(); ++token)
        base[token]
            = token < smallTokens ? token : std::uint64_t{4 + token % 4} << bitsBelow(static_cast<std::uint8_t>(token));
    return base;
}();

/// The distinct numbers of a list, up to a limit. Open addressing with four slots per number.
template <class Number>
class FewNumbers
{
public:
    static constexpr std::size_t max = 256;

    bool add(Number number)
    {
        std::size_t at = slotOf(number);
        for (; m_used[at] != 0; at = (at + 1) % slots) {
            if (m_numbers[at] == number)
                return true;
        }
        if (m_sorted.size() == max)
            return false;
        m_used[at] = 1;
        m_numbers[at] = number;
        m_sorted.push_back(number);
        return true;
    }
    void sort()
    {
        std::ranges::sort(m_sorted);
        for (std::size_t index = 0; index < m_sorted.size(); ++index)
            m_index[find(m_sorted[index])] = static_cast<std::uint8_t>(index);
    }
    [[nodiscard]] const std::vector<Number>& sorted() const { return m_sorted; }
    [[nodiscard]] std::uint8_t indexOf(Number number) const { return m_index[find(number)]; }

private:
    static constexpr std::size_t slots = 1024;

    [[nodiscard]] static std::size_t slotOf(Number number)
    {
        return static_cast<std::size_t>((std::uint64_t{number} * 0x9E37'79B9'7F4A'7C15U) >> 54U);
    }
    [[nodiscard]] std::size_t find(Number number) const
    {
        std::size_t at = slotOf(number);
        while (m_numbers[at] != number || m_used[at] == 0)
            at = (at + 1) % slots;
        return at;
    }

    std::array<Number, slots> m_numbers{};
    std::array<std::uint8_t, slots> m_used{};
    std::array<std::uint8_t, slots> m_index{};
    std::vector<Number> m_sorted;
};

} // namespace

NumberPacker::NumberPacker() = default;
NumberPacker::~NumberPacker() = default;

void NumberPacker::FreeCompressor::operator()(ZSTD_CCtx_s* context) const
{
    ZSTD_freeCCtx(context);
}

void NumberPacker::FreeDecompressor::operator()(ZSTD_DCtx_s* context) const
{
    ZSTD_freeDCtx(context);
}

void NumberPacker::packBytes(std::span<const std::uint8_t> bytes, ByteWriter& out)
{
    if (!m_compressor)
        m_compressor.reset(ZSTD_createCCtx());
    m_packed.resize(ZSTD_compressBound(bytes.size()));
    std::size_t size = bytes.size();
    if (m_compressor) {
        const std::size_t packed = ZSTD_compressCCtx(m_compressor.get(), m_packed.data(), m_packed.size(), bytes.data(),
                                                     bytes.size(), level);
        size = ZSTD_isError(packed) != 0 ? size : packed;
    }
    if (size < bytes.size()) {
        out.number(size);
        out.bytes(std::span(m_packed).first(size));
    } else {
        out.number(0); // unpacked
        out.bytes(bytes);
    }
}

void NumberPacker::unpackBytes(ByteReader& in, std::span<std::uint8_t> bytes)
{
    const std::uint64_t size = in.number();
    const auto packed = in.bytes(size == 0 ? bytes.size() : size);
    if (!in.isGood())
        return;
    if (size == 0) {
        std::ranges::copy(packed, bytes.begin());
        return;
    }
    if (!m_decompressor)
        m_decompressor.reset(ZSTD_createDCtx());
    const std::size_t unpacked = m_decompressor
        ? ZSTD_decompressDCtx(m_decompressor.get(), bytes.data(), bytes.size(), packed.data(), packed.size())
        : 0;
    if (ZSTD_isError(unpacked) != 0 || unpacked != bytes.size())
        in.fail();
}

template <class Number>
void NumberPacker::packPlanes(std::span<const Number> numbers, ByteWriter& out, Lowest lowest)
{
    const Number used
        = std::accumulate(numbers.begin(), numbers.end(), Number{0}, [](auto sum, auto each) { return sum | each; });
    unsigned mask = lowest == Lowest::AsItIs ? 1 : 0;
    for (std::size_t plane = 0; plane < sizeof(Number); ++plane)
        mask |= (used >> (8 * plane) & 0xFFU) != 0 ? 1U << plane : 0U;
    if (mask > maxNarrowMask)
        out.byte(formWidePlanes);
    out.byte(static_cast<std::uint8_t>(mask));
    m_plane.resize(numbers.size());
    for (std::size_t plane = 0; plane < sizeof(Number); ++plane) {
        if ((mask >> plane & 1U) == 0)
            continue;
        for (std::size_t at = 0; at < numbers.size(); ++at)
            m_plane[at] = static_cast<std::uint8_t>(numbers[at] >> (8 * plane));
        if (plane == 0 && lowest == Lowest::AsItIs) {
            out.number(0);
            out.bytes(m_plane);
        } else {
            packBytes(m_plane, out);
        }
    }
}

template <class Number>
void NumberPacker::packTokens(std::span<const Number> numbers, ByteWriter& out)
{
    m_plane.resize(numbers.size());
    m_low.resize(numbers.size() * sizeof(Number) + sizeof(std::uint64_t));
    std::uint64_t gathered = 0;
    unsigned bits = 0;
    std::uint8_t* low = m_low.data();
    for (std::size_t at = 0; at < numbers.size(); ++at) {
        const std::uint8_t token = tokenOf(numbers[at]);
        m_plane[at] = token;
        gathered |= (numbers[at] - tokenBase[token]) << bits;
        bits += bitsBelow(token);
        std::memcpy(low, &gathered, sizeof(gathered));
        low += bits / 8;
        gathered >>= bits & ~7U;
        bits %= 8;
    }
    low += bits > 0 ? 1 : 0;
    out.byte(formTokens);
    packBytes(m_plane, out);
    const auto size = static_cast<std::size_t>(low - m_low.data());
    out.number(size);
    out.bytes(std::span(m_low).first(size));
}

template <class Number>
bool NumberPacker::packTable(std::span<const Number> numbers, ByteWriter& out)
{
    FewNumbers<Number> few;
    if (!std::ranges::all_of(numbers, [&few](Number number) { return few.add(number); }))
        return false;
    few.sort();
    out.byte(formTable);
    out.byte(static_cast<std::uint8_t>(few.sorted().size() - 1));
    Number last = 0;
    for (const Number number : few.sorted()) {
        out.number(number - last);
        last = number;
    }
    m_plane.resize(numbers.size());
    std::ranges::transform(numbers, m_plane.begin(), [&few](Number number) { return few.indexOf(number); });
    packBytes(m_plane, out);
    return true;
}

template <class Number>
void NumberPacker::packNumbers(std::span<const Number> numbers, ByteWriter& out, Lowest lowest)
{
    const Number used
        = std::accumulate(numbers.begin(), numbers.end(), Number{0}, [](auto sum, auto each) { return sum | each; });
    if (lowest == Lowest::AsItIs || used < 2 || numbers.size() < smallList)
        return packPlanes(numbers, out, lowest);
    m_smallest.clear();
    ByteWriter planes(m_smallest);
    packPlanes(numbers, planes, lowest);
    auto limit = static_cast<std::size_t>(worthwhile * static_cast<double>(m_smallest.size()));
    const auto keepIfSmaller = [&] {
        if (m_trial.size() >= limit)
            return;
        m_smallest.swap(m_trial);
        limit = m_smallest.size();
    };
    if (used < maxTokenNumber) {
        m_trial.clear();
        ByteWriter tokens(m_trial);
        packTokens(numbers, tokens);
        keepIfSmaller();
    }
    m_trial.clear();
    ByteWriter table(m_trial);
    if (used > 0xFFU && packTable(numbers, table))
        keepIfSmaller();
    out.bytes(m_smallest);
}

template <class Number>
void NumberPacker::unpackPlanes(ByteReader& in, unsigned mask, std::size_t first, std::span<Number> numbers)
{
    std::ranges::fill(numbers, Number{0});
    for (std::size_t plane = 0; plane < sizeof(Number) && in.isGood(); ++plane) {
        if ((mask >> plane & 1U) == 0)
            continue;
        unpackBytes(in, m_plane);
        if (!in.isGood())
            break;
        for (std::size_t at = 0; at < numbers.size(); ++at)
            numbers[at] |= static_cast<Number>(Number{m_plane[first + at]} << (8 * plane));
    }
}

template <class Number>
void NumberPacker::unpackTokens(ByteReader& in, std::size_t first, std::span<Number> numbers)
{
    unpackBytes(in, m_plane);
    const auto low = in.bytes(in.number());
    if (!in.isGood())
        return;
    const auto bitsOf = [this](std::size_t from, std::size_t to) {
        return std::accumulate(m_plane.begin() + static_cast<std::ptrdiff_t>(from),
                               m_plane.begin() + static_cast<std::ptrdiff_t>(to), std::size_t{0},
                               [](std::size_t bits, std::uint8_t token) { return bits + bitsBelow(token); });
    };
    std::size_t bit = bitsOf(0, first);
    if (low.size() != (bit + bitsOf(first, m_plane.size()) + 7) / 8)
        return in.fail();
    m_low.resize(low.size() + sizeof(std::uint64_t)); // the last bits are read as a whole word
    std::ranges::copy(low, m_low.begin());
    for (std::size_t at = 0; at < numbers.size(); ++at) {
        const std::uint8_t token = m_plane[first + at];
        std::uint64_t word = 0;
        std::memcpy(&word, m_low.data() + bit / 8, sizeof(word));
        const unsigned bits = bitsBelow(token);
        const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
        numbers[at] = static_cast<Number>(tokenBase[token] + (word >> (bit % 8) & mask));
        bit += bits;
    }
}

template <class Number>
void NumberPacker::unpackTable(ByteReader& in, std::size_t first, std::span<Number> numbers)
{
    std::array<Number, FewNumbers<Number>::max> table{};
    const std::size_t count = std::size_t{in.byte()} + 1;
    Number last = 0;
    for (std::size_t at = 0; at < count && in.isGood(); ++at)
        table[at] = last += static_cast<Number>(in.number());
    unpackBytes(in, m_plane);
    for (std::size_t at = 0; at < numbers.size() && in.isGood(); ++at)
        numbers[at] = table[m_plane[first + at]];
}

template <class Number>
bool NumberPacker::unpackNumbers(ByteReader& in, std::size_t count, std::size_t first, std::span<Number> numbers)
{
    const std::uint8_t form = in.byte();
    m_plane.resize(count);
    if (form <= maxNarrowMask)
        unpackPlanes(in, form, first, numbers);
    else if (form == formWidePlanes)
        unpackPlanes(in, in.byte(), first, numbers);
    else if (form == formTokens)
        unpackTokens(in, first, numbers);
    else if (form == formTable)
        unpackTable(in, first, numbers);
    else
        in.fail();
    return form != 0;
}

template void NumberPacker::packNumbers(std::span<const std::uint32_t>, ByteWriter&, Lowest);
template void NumberPacker::packNumbers(std::span<const std::uint64_t>, ByteWriter&, Lowest);
template bool NumberPacker::unpackNumbers(ByteReader&, std::size_t, std::size_t, std::span<std::uint32_t>);
template bool NumberPacker::unpackNumbers(ByteReader&, std::size_t, std::size_t, std::span<std::uint64_t>);

} // namespace lockstep
