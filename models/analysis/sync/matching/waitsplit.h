// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/clockoffsets.h"
#include "models/analysis/sync/matching/collectivematch.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace lockstep {

/// Sums of many durations; a double keeps whole nanoseconds of a hundred days.
using Microseconds = std::chrono::duration<double, std::micro>;

/// One collective, analysed. Wait and transfer of a part add up to its duration.
struct CollectiveWait
{
    std::uint32_t match = 0; ///< index into CollectiveMatches::matches
    std::uint32_t last = 0; ///< participant that arrived last: the one all others waited for
    bool byClock = false; ///< recognised by start times; else by the shortest duration, which needs no common clock
    bool isCertain = false; ///< the last came later than the second last by more than the clocks' uncertainty
    Duration transfer{}; ///< the shortest duration among the ranks: the time without waits
    Duration spread{}; ///< from the first arrival to the last
    double busBandwidth = 0; ///< bytes per second, from the transfer; 0: unknown
};

struct ParticipantWait
{
    Microseconds collective{}; ///< inside communication, matched or not
    Microseconds wait{}; ///< part of it spent waiting for the last arrival; only in matched collectives
    Microseconds caused{}; ///< wait of all others while this one was the last
    std::uint64_t ops = 0;
    std::uint64_t timed = 0; ///< of them with a duration
    std::uint64_t matched = 0; ///< of them in a collective whose other ranks are known
    std::uint64_t lastArrivals = 0;
    bool isStraggler = false;
};

struct WaitAnalysis
{
    std::vector<CollectiveWait> collectives; ///< those with at least two timed parts, in the order of the matches
    std::vector<ParticipantWait> participants; ///< one each, as in the trace
    std::vector<std::uint32_t> stragglers; ///< participants, worst first
    ClockOffsets clocks;
    std::optional<double> busBandwidth; ///< bytes per second at which half of the bytes moved or slower
    bool isBandwidthOfSingleRanks = false; ///< nothing matched: it includes waits and is a lower bound
    std::uint64_t doubtful = 0; ///< matched collectives that were at no moment entered by all; where they were matched
                                ///< by order alone they hardly belong together and are left out
};

/// Splits the time of collectives into wait and transfer and counts who arrived last. Where clocks allow, a part's wait
/// is the last start minus its own start; else its duration minus the shortest one. A straggler is last more often than
/// chance allows (three standard deviations above its fair share) and causes more than its fair share of the wait.
[[nodiscard]] WaitAnalysis analyseWaits(const CollectiveTrace& trace, const CollectiveMatches& matches);

/// The second half of analyseWaits: bandwidth and stragglers, once all waits are known.
void concludeWaits(const CollectiveTrace& trace, const CollectiveMatches& matches, WaitAnalysis& analysis);

} // namespace lockstep
