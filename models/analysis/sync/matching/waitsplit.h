// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/collectivematch.h"
#include "models/analysis/sync/matching/collectiveop.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace lockstep {

/// Offsets between the participants' clocks, estimated from collectives: a synchronising collective ends on all ranks
/// at about the same time, so differences between its ends are clock offsets.
struct ClockOffsets
{
    enum class Quality : std::uint8_t {
        Unknown, ///< nothing to compare, or the ends scatter too much to determine an order
        Shared, ///< one clock: no offset above the scatter
        Corrected, ///< offsets estimated and to be subtracted
    };

    Quality quality = Quality::Unknown;
    std::vector<Duration> offset; ///< per participant, to subtract from its times; zero unless Corrected
    Duration uncertainty{}; ///< typical scatter of ends around the estimate
    std::size_t compared = 0; ///< number of collectives used
};

/// Sums of many durations; a double is exact to the nanosecond for a hundred days.
using Microseconds = std::chrono::duration<double, std::micro>;

/// One collective, analysed. For each rank's part, wait and transfer add up to the part's duration.
struct CollectiveWait
{
    std::uint32_t match = 0; ///< index into CollectiveMatches::matches
    std::uint32_t last = 0; ///< participant that arrived last, for which the others waited
    /// Determined by start times; otherwise by the shortest duration, which needs no common clock.
    bool byClock = false;
    bool isCertain = false; ///< the last arrival was later than the second last by more than the clocks' uncertainty
    Duration transfer{}; ///< shortest duration of the ranks: the time without waits
    Duration spread{}; ///< from the first arrival to the last
    double busBandwidth = 0; ///< bytes per second, from the transfer; 0: unknown
};

struct ParticipantWait
{
    Microseconds collective{}; ///< in communication, matched or not
    Microseconds wait{}; ///< time waiting for the last arrival; only in matched collectives
    Microseconds caused{}; ///< wait of all others while this rank was the last
    std::uint64_t ops = 0;
    std::uint64_t timed = 0; ///< ops with a duration
    std::uint64_t matched = 0; ///< ops in a collective whose other ranks are known
    std::uint64_t lastArrivals = 0;
    bool isStraggler = false;
};

struct WaitAnalysis
{
    std::vector<CollectiveWait> collectives; ///< those with at least two timed parts, in the order of the matches
    std::vector<ParticipantWait> participants; ///< one each, as in the trace
    std::vector<std::uint32_t> stragglers; ///< participants, worst first
    ClockOffsets clocks;
    std::optional<double> busBandwidth; ///< bytes per second; half of the bytes were transferred at this rate or slower
    bool isBandwidthOfSingleRanks = false; ///< nothing was matched: the bandwidth includes waits and is a lower bound
    /// Matched collectives that were never inside all ranks at once; those matched by order alone are left out.
    std::uint64_t doubtful = 0;
};

/// Splits the time of collectives into wait and transfer and counts last arrivals. If clocks allow, a part's wait is
/// the last start minus its own start; otherwise its duration minus the shortest one. A straggler is last more often
/// than by chance (three standard deviations above its expected share) and causes more than its share of the wait.
[[nodiscard]] WaitAnalysis analyseWaits(const CollectiveTrace& trace, const CollectiveMatches& matches);

} // namespace lockstep
