// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace lockstep::stripe {

/// How a stripe of a column block is written; shared by StripePacker and StripeUnpacker alone.

// Flags, the first byte of a stripe.
inline constexpr std::uint8_t isDecimal = 1;
inline constexpr std::uint8_t hasMissing = 2;
inline constexpr std::uint8_t hasExceptions = 4;
inline constexpr std::uint8_t isAboutMean = 8;
inline constexpr std::uint8_t isEmpty = 16;
inline constexpr std::uint8_t isAboutNeighbour = 32;
inline constexpr std::uint8_t allFlags = 63;

/// What stored differences refer to.
struct Reference
{
    bool isMean = false; ///< the entity's mean, else its previous tick
    bool isNeighbours = false; ///< and then from how far off the entity before is: what moves together
};

/// Small numbers of either sign become small numbers without one.
[[nodiscard]] constexpr std::uint32_t zigzag(std::uint32_t number)
{
    return (number << 1U) ^ (0U - (number >> 31U));
}

[[nodiscard]] constexpr std::uint32_t unzigzag(std::uint32_t number)
{
    return (number >> 1U) ^ (0U - (number & 1U));
}

/// The float's bits so that their order as numbers is the floats' order. Its own inverse.
[[nodiscard]] constexpr std::uint32_t ordered(std::uint32_t bits)
{
    return bits ^ ((0U - (bits >> 31U)) >> 1U);
}

} // namespace lockstep::stripe
