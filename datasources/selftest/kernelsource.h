// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace lockstep {

/// The kernels of the GPU test as PTX, which the driver compiles for its GPU, and what they compute, for comparison:
/// - fill(to, words, seed, keep, set): word i = (hash of i and seed & keep) | set
/// - compare(a, b, words, count): adds the number of words that differ to *count
/// - chain(to, rounds): for each thread the sum of independent chains of fused multiply-adds
[[nodiscard]] std::string kernelSource();

/// Word of that index as fill() writes it.
[[nodiscard]] std::uint32_t filledWord(std::uint32_t index, std::uint32_t seed);

/// Result of chain() for one thread, to the bit.
[[nodiscard]] float chainResult(std::uint32_t thread, std::uint32_t rounds);

/// Multiply-adds of one thread per round.
inline constexpr unsigned chainLength = 128;

} // namespace lockstep
