// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

/// Memory in bytes per kept event, span or name of a trace. Covers reading, matching, conversion to spans and placement
/// in ticks. Measured on real traces, rounded up.
namespace lockstep::traceprice {

inline constexpr std::uint64_t collective = 1024;
inline constexpr std::uint64_t compute = 400;
inline constexpr std::uint64_t launch = 64;
inline constexpr std::uint64_t interval = 32;
inline constexpr std::uint64_t cpuOp = 512;
inline constexpr std::uint64_t trainingOp = 700;
inline constexpr std::uint64_t thread = 512;
inline constexpr std::uint64_t participant = 2048;
inline constexpr std::uint64_t communicator = 1024;
inline constexpr std::uint64_t rank = 16; ///< per rank in a communicator's list

/// Cost of a name that is stored once: in a table, its index, and again in the merged table.
[[nodiscard]] constexpr std::uint64_t name(std::string_view text)
{
    return 256 + 4 * text.size();
}

} // namespace lockstep::traceprice
