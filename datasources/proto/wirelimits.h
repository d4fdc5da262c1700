// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <cstddef>
#include <cstdint>

/// Bounds that both ends of the wire keep. The agent stays below them; a reader rejects what is beyond them, so that no
/// peer can make it use memory or time without end.
namespace lockstep::wirelimits {

inline constexpr std::size_t frameBytes = 8U << 20U; ///< largest message a reader accepts
inline constexpr std::size_t packedFrameBytes = 256U
    << 10U; ///< an agent stops packing updates into a frame beyond this
inline constexpr std::size_t nameBytes = 256;
inline constexpr std::size_t textBytes = 2048;
inline constexpr std::size_t nodesPerStream = 65536;
inline constexpr std::size_t layoutsPerNode = 64; ///< kept at a time; the oldest leaves
inline constexpr std::size_t metricsPerLayout = 4096;
inline constexpr std::size_t entitiesPerLayout = 65536;
inline constexpr std::size_t samplesPerTick = 1U << 20U;
inline constexpr std::size_t spansPerTick = 65536;
inline constexpr std::size_t eventsPerTick = 4096;
inline constexpr std::size_t namesPerNode = 65536;
inline constexpr std::size_t namesBytesPerNode = 1U << 20U;
inline constexpr std::size_t inventoryItems = 256;
inline constexpr std::uint32_t rackUnits = 1024;

inline constexpr Duration shortestTickPeriod = std::chrono::milliseconds(1);
inline constexpr Duration longestTickPeriod = std::chrono::hours(1);
inline constexpr Duration longestSpan = std::chrono::hours(24 * 366);
/// Clocks may be wrong, but a clock outside 2000 to 2200 is not a clock.
inline constexpr TimePoint earliestTime{std::chrono::sys_days{std::chrono::year{2000} / 1 / 1}};
inline constexpr TimePoint latestTime{std::chrono::sys_days{std::chrono::year{2200} / 1 / 1}};

} // namespace lockstep::wirelimits
