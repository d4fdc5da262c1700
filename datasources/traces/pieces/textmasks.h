// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace lockstep {

/// Positions of structural characters in 64 bytes of JSON text; bit i stands for byte i.
struct TextMasks
{
    std::uint64_t quotes = 0;
    std::uint64_t backslashes = 0;
    std::uint64_t openers = 0; ///< { and [
    std::uint64_t closers = 0; ///< } and ]
};

/// Bit i set where byte i of the word equals `byte` (eight bytes at a time, no branch).
[[nodiscard]] constexpr std::uint64_t bytesEqual(std::uint64_t word, unsigned char byte)
{
    constexpr std::uint64_t lows = 0x0101010101010101;
    constexpr std::uint64_t sevens = 0x7F7F7F7F7F7F7F7F;
    const auto difference = word ^ (lows * byte);
    const auto zeroes = ~(((difference & sevens) + sevens) | difference | sevens); // top bit of each byte that matches
    return (zeroes >> 7) * 0x0102040810204080 >> 56; // gather the eight bits
}

/// Masks of 64 bytes; little-endian machines only (see canMaskText).
[[nodiscard]] inline TextMasks maskText(const char* text)
{
    constexpr std::uint64_t caseBits = 0x2020202020202020; // turns [ ] into { }
    TextMasks masks;
    for (unsigned i = 0; i < 64; i += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, text + i, sizeof word);
        masks.quotes |= bytesEqual(word, '"') << i;
        masks.backslashes |= bytesEqual(word, '\\') << i;
        masks.openers |= bytesEqual(word | caseBits, '{') << i;
        masks.closers |= bytesEqual(word | caseBits, '}') << i;
    }
    return masks;
}

inline constexpr bool canMaskText = std::endian::native == std::endian::little;

/// Bit i set where an odd number of the bits 0 to i are: from the quotes, what lies within strings (opening quote
/// included).
[[nodiscard]] constexpr std::uint64_t prefixParity(std::uint64_t bits)
{
    for (unsigned shift = 1; shift < 64; shift *= 2)
        bits ^= bits << shift;
    return bits;
}

} // namespace lockstep
