// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <cstddef>
#include <cstdint>

/// Limits for untrusted input. Agents stay below them, readers reject input above them, and writers never write
/// anything that readers would reject. Rejected input is counted and shown; everything else continues. Limits that two
/// rooms share are defined here.
namespace lockstep::budget {

// Text
inline constexpr std::size_t nameBytes = 256; ///< of an entity, metric, lane, operation or communicator
inline constexpr std::size_t textBytes = 2048; ///< of an event or a state

// A message, and the ticks in it
inline constexpr std::size_t frameBytes = 8U << 20U; ///< largest message a reader accepts
inline constexpr std::size_t packedFrameBytes = 256U
    << 10U; ///< an agent stops packing updates into a frame beyond this
inline constexpr std::size_t samplesPerTick = 1U << 20U;
inline constexpr std::size_t spansPerTick = 65536;
/// Long-term limit of an agent, for spans of at most 80 bytes: lower than the limit of a reader.
inline constexpr double spansPerSecondAndNode = 3'500;
inline constexpr std::size_t eventsPerTick = 4096;
inline constexpr std::size_t eventBytesPerTick = 1U << 20U; ///< limit of an agent

/// Maximum unpacked size of a message. Small messages are not scanned first; their limit is a multiple of their size.
inline constexpr std::size_t unpackedFrameBytes = 64U << 20U;
inline constexpr std::size_t unpackedRatio = 64;

// Rate of one source, and credit for catching up
inline constexpr double bytesPerSecondAndSource = 96U << 10U;
inline constexpr double bytesPerTickAndNode = 32U << 10U; ///< in addition, for each node
inline constexpr double maxBytesPerSecond = 64U << 20U;
inline constexpr double creditBytesPerSource = 8U << 20U; ///< enough for the largest message
inline constexpr double creditBytesPerNode = 2.5 * (1U << 20U); ///< a ring of twelve minutes
inline constexpr double maxCreditBytes = 512U << 20U;

// Forwarded by a relay for its nodes
// Larger ticks and layouts are replaced by a gap, because each is sent in a separate frame, which readers must accept.
inline constexpr std::size_t relayedPieceBytes = frameBytes / 2;
inline constexpr std::size_t relayedPieceUnpackedBytes = unpackedFrameBytes / 2;
inline constexpr std::size_t relaysBehindRelay = 1024; ///< directly or through other relays

// Queues between a source and its consumer
inline constexpr std::size_t queueBytes = 256U << 20U;
inline constexpr std::size_t commitBytes = 16U << 20U; ///< collected by a recorder before it writes

// A file
inline constexpr std::size_t incidentsPerBundle = 1000;
inline constexpr std::size_t storedNameBytes = 4096; ///< of names in a recording
inline constexpr std::size_t storedValueBytes = 256U << 20U; ///< one text or blob: columns, spans or a picture

inline constexpr std::size_t spansPerBlock = 4U << 20U; ///< packed together

// Positions, which are drawn and iterated over
inline constexpr float hallMetres = 10'000; ///< from the hall's corner, either way
inline constexpr std::uint32_t racksPerRow = 65536;
inline constexpr std::size_t racksPerHall = 65536; ///< maximum in a cluster file
inline constexpr std::size_t nodesPerHall = 65536;
inline constexpr std::size_t switchesPerHall = 65536;
inline constexpr std::size_t linksPerPlan = 1U << 19U; ///< planned, and as many discovered
inline constexpr std::size_t gpusPerPlan = 1U << 20U;
inline constexpr std::size_t gpusPerNode = 1024; ///< maximum in a plan
inline constexpr std::size_t groupsPerPlan = 4096; ///< feeds, loops, stores, pools and owners: of each
inline constexpr std::size_t membersPerPlan = 1U << 20U; ///< racks or nodes of all these groups
inline constexpr double linkGbps = 1e6;
inline constexpr std::uint32_t rails = 1024;
inline constexpr float rackMetres = 10; ///< wide and deep
inline constexpr std::size_t planFileBytes = 32U << 20U; ///< of a cluster file, or of its sources
inline constexpr std::uint32_t heapUnits = 65536; ///< of the rack for unplaced nodes
inline constexpr std::uint32_t entityDepth = 16; ///< nested entities

// Data of one node
inline constexpr std::size_t layoutsPerNode = 64; ///< kept at a time; the oldest is dropped
inline constexpr std::size_t layoutBytesPerNode = 32U << 20U; ///< likewise
inline constexpr std::size_t layoutBytesPerSource = 512U << 20U;
inline constexpr std::size_t metricsPerLayout = 4096;
inline constexpr std::size_t entitiesPerLayout = 65536;
inline constexpr std::size_t namesPerNode = 65536;
inline constexpr std::size_t namesBytesPerNode = 1U << 20U;
inline constexpr std::size_t inventoryItems = 256;
inline constexpr std::uint32_t rackUnits = 1024;

// Size of a cluster. The reader of a segment accepts at least as much as any writer writes.
inline constexpr std::size_t ownMetricsPerSource = 1024; ///< names that are not in the catalogue
inline constexpr std::size_t ownMetricsPerCluster = 16384;
/// Maximum number of values per tick for metrics that only one source has. A column has as many values as its kind has
/// entities, even if few of them report.
inline constexpr std::size_t ownCellsPerSource = 1U << 17U;
inline constexpr std::size_t entitiesPerSource = 1U << 19U;
inline constexpr std::size_t entitiesPerCluster = 1U << 22U;
inline constexpr std::size_t nodesPerSource = 10240; ///< all of Frontier behind one address
inline constexpr std::size_t metricsPerSegment = 100'000;
inline constexpr std::size_t namesPerSegment = 1'000'000;
inline constexpr std::size_t entitiesPerSegment = 10'000'000;

// Time
// Maximum time by which a tick may be ahead of its receipt, and a span or event ahead of its tick.
inline constexpr Duration maxAhead = std::chrono::minutes(1);
/// Maximum age of live data: agents resend the last minutes, and a fast simulation begins in the past. Older ticks
/// would stretch the visible time range to years.
inline constexpr Duration maxBehind = std::chrono::hours(25);
inline constexpr Duration minTickPeriod = std::chrono::milliseconds(1);
inline constexpr Duration maxTickPeriod = std::chrono::hours(1);
inline constexpr Duration maxSpanLength = std::chrono::hours(24 * 366);
/// Maximum age of a job event. Lower than the limit of a reader, because a span may wait before it is sent.
inline constexpr Duration oldestJobEvent = maxSpanLength - std::chrono::hours(24);
inline constexpr Duration maxAheadOfAgent = maxAhead / 2;
/// Clocks may be wrong, but a time before 2000 or after 2200 is not a clock reading.
inline constexpr TimePoint earliestTime{std::chrono::sys_days{std::chrono::year{2000} / 1 / 1}};
inline constexpr TimePoint latestTime{std::chrono::sys_days{std::chrono::year{2200} / 1 / 1}};

} // namespace lockstep::budget
