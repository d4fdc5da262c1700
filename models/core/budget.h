// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <cstddef>
#include <cstdint>

/// The one set of limits of what comes from outside: an agent keeps below them, a reader refuses what is beyond them, a
/// writer never writes what its reader would refuse. What is over a limit (that span, tick, source or file) is refused
/// in words, counted and shown; everything else goes on. A limit that two rooms keep stands here and nowhere else.
namespace lockstep::budget {

// Text
inline constexpr std::size_t nameBytes = 256; ///< of an entity, metric, lane, operation or communicator
inline constexpr std::size_t textBytes = 2048; ///< of an event or a state

// A message, and the ticks in it
inline constexpr std::size_t frameBytes = 8U << 20U; ///< largest message a reader accepts
inline constexpr std::size_t packedFrameBytes = 256U
    << 10U; ///< an agent stops packing updates into a frame beyond this
inline constexpr std::size_t nodesPerStream = 65536;
inline constexpr std::size_t samplesPerTick = 1U << 20U;
inline constexpr std::size_t spansPerTick = 65536;
inline constexpr std::size_t eventsPerTick = 4096;

// What a node may say of itself
inline constexpr std::size_t layoutsPerNode = 64; ///< kept at a time; the oldest leaves
inline constexpr std::size_t metricsPerLayout = 4096;
inline constexpr std::size_t entitiesPerLayout = 65536;
inline constexpr std::size_t namesPerNode = 65536;
inline constexpr std::size_t namesBytesPerNode = 1U << 20U;
inline constexpr std::size_t inventoryItems = 256;
inline constexpr std::uint32_t rackUnits = 1024;

// Time
inline constexpr Duration shortestTickPeriod = std::chrono::milliseconds(1);
inline constexpr Duration longestTickPeriod = std::chrono::hours(1);
inline constexpr Duration longestSpan = std::chrono::hours(24 * 366);
/// Clocks may be wrong, but a clock outside 2000 to 2200 is not a clock.
inline constexpr TimePoint earliestTime{std::chrono::sys_days{std::chrono::year{2000} / 1 / 1}};
inline constexpr TimePoint latestTime{std::chrono::sys_days{std::chrono::year{2200} / 1 / 1}};

} // namespace lockstep::budget
