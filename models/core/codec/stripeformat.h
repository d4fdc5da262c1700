// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace lockstep::stripe {

/// Format of a stripe of a column block. Private to NumberPacker, StripePacker and StripeUnpacker.

// Flags, the first byte of a stripe.
inline constexpr std::uint8_t isDecimal = 1;
inline constexpr std::uint8_t hasMissing = 2;
inline constexpr std::uint8_t hasExceptions = 4;
inline constexpr std::uint8_t isAboutMean = 8;
inline constexpr std::uint8_t isEmpty = 16;
inline constexpr std::uint8_t isAboutNeighbour = 32;
inline constexpr std::uint8_t isAboutZero = 64;
inline constexpr std::uint8_t isWide = 128; ///< numbers of 64 bits

/// The values that stored differences refer to.
struct Reference
{
    enum class To : std::uint8_t { Previous, Mean, Zero };

    To to = To::Previous; ///< the entity's previous tick, its mean, or zero
    bool isNeighbours = false; ///< whether these differences are relative to those of the entity before, which often
                               ///< moves with it
};

inline constexpr int exponentBias = 7; ///< the exponent is stored as one signed byte above it

// First byte of a list of numbers: a mask of byte planes, or one of these forms.
inline constexpr std::uint8_t maxNarrowMask = 15;
inline constexpr std::uint8_t formTokens = 16;
inline constexpr std::uint8_t formTable = 17;
inline constexpr std::uint8_t formWidePlanes = 18; ///< the mask follows

/// A token is a number below 16, otherwise the position of the number's highest bit and the two bits after it.
inline constexpr unsigned smallTokens = 16;
inline constexpr std::uint64_t maxTokenNumber = std::uint64_t{1} << 58U; ///< the bits below the token fit a word

[[nodiscard]] constexpr std::uint8_t tokenOf(std::uint64_t number)
{
    if (number < smallTokens)
        return static_cast<std::uint8_t>(number);
    const auto below = static_cast<unsigned>(std::bit_width(number)) - 3;
    return static_cast<std::uint8_t>(smallTokens + (below - 2) * 4 + (number >> below & 3U));
}

/// Number of bits of a number below its token.
[[nodiscard]] constexpr unsigned bitsBelow(std::uint8_t token)
{
    return token < smallTokens ? 0 : token / 4U - 2;
}

/// Maps small signed numbers to small unsigned ones.
template <class Number>
[[nodiscard]] constexpr Number zigzag(Number number)
{
    return static_cast<Number>((number << 1U) ^ (Number{0} - (number >> (8 * sizeof(Number) - 1))));
}

template <class Number>
[[nodiscard]] constexpr Number unzigzag(Number number)
{
    return static_cast<Number>((number >> 1U) ^ (Number{0} - (number & 1U)));
}

/// Numbers in @p lines lines of @p length, for transposing.
struct TurnedShape
{
    std::size_t length = 0;
    std::size_t lines = 0;
};
template <class Number>
void turn(const std::vector<Number>& from, TurnedShape shape, std::vector<Number>& to)
{
    to.resize(from.size());
    if (shape.lines == 1) {
        std::ranges::copy(from, to.begin());
        return;
    }
    for (std::size_t line = 0; line < shape.lines; ++line) {
        for (std::size_t at = 0; at < shape.length; ++at)
            to[at * shape.lines + line] = from[line * shape.length + at];
    }
}

/// Maps a float's bits so that integer order is the order of the floats. Its own inverse.
[[nodiscard]] constexpr std::uint32_t ordered(std::uint32_t bits)
{
    return bits ^ ((0U - (bits >> 31U)) >> 1U);
}

} // namespace lockstep::stripe
