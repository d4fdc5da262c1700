// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/syncspan.h"
#include "models/analysis/sync/tracking/syncsnapshot.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// Finds ranks that block others. A rank that has entered a collective (a marker on its communicator) and not left
/// waits for the members that have not entered. Of these, ranks that wait nowhere themselves are missing. If all have
/// entered, the links are stuck. Reported only if a wait is longer than usual. A rank that reports a lasting activity
/// (checkpoint, data loading, compilation) is not missing. For jobs that do not report activities, an unusually long
/// wait becomes a hang when the missing process is idle, stopped or gone (the latter at once), when all have entered
/// for a while, or when the waiting ranks report that it exceeds any possible activity.
class HangWatch
{
public:
    void addLane() { m_lanes.emplace_back(); }
    /// Takes any span of a job: markers on a communicator mean that their lane waits, all others that it progresses.
    void add(const SyncSpan& span);

    /// The ranks that are missing now. A lane counts only once it has been silent for longer than any waiting lane has
    /// waited, or if no lane progresses, because others might still be computing.
    [[nodiscard]] std::vector<MissingRank> missing() const;
    /// Communicators all of whose members wait in them (peers may wait for each other's data in different sequences);
    /// others may wait for these members in turn.
    [[nodiscard]] std::vector<StuckCollective> stuck() const;

private:
    static constexpr std::int64_t silenceNs = 1'500'000'000; ///< while others report that they wait
    static constexpr std::int64_t queuedForNs = 10'000'000'000; ///< all are in, but behind other work on their GPUs
    static constexpr std::int64_t goesOnForNs = 2'500'000'000; ///< since the last report, which is repeated every
                                                               ///< second

    struct Lane
    {
        std::int64_t lastEndNs = 0; ///< end of its last activity
        std::int64_t goesOnUntilNs = 0;
        std::int64_t saidNs = 0; ///< that it waits, the last time
        std::int64_t waitsSinceNs = 0;
        std::uint32_t waitsOn = SyncSpan::none; ///< communicator; none: it waits on nothing
        std::uint32_t sequence = 0;
        std::int64_t processNs = 0; ///< time of the last report about its process
        WaitWord process = WaitWord::None; ///< last report about its process: DoesNothing, CannotGoOn
        WaitWord wait = WaitWord::None; ///< Usual, Unusual; None: too long
        bool hasSpoken = false;
        std::vector<std::uint32_t> communicators; ///< that it has taken part in, in order
    };
    /// The ranks that wait in one collective.
    struct Waiting
    {
        std::uint32_t sequence = 0;
        std::uint32_t count = 0; ///< in that one
        std::uint32_t all = 0; ///< in any of the communicator
        std::int64_t sinceNs = 0; ///< the first of them
        std::int64_t untilNs = 0; ///< the last of them
        std::int64_t saidNs = 0; ///< that any of them waits, the last time
        std::uint32_t lane = 0; ///< one of them
        bool isOverdue = false; ///< for one of them at least
        bool isTooLong = false; ///< likewise, whatever is missing may do
    };

    void getOn(Lane& lane, std::int64_t endNs);
    void wait(Lane& lane, const SyncSpan& marker);
    /// Takes what a marker without a communicator says of the lane, if anything.
    void hear(Lane& lane, const SyncSpan& marker);
    void leave(Lane& lane);
    static void join(Lane& lane, std::uint32_t communicator);
    [[nodiscard]] std::unordered_map<std::uint32_t, Waiting> waits() const; ///< by communicator
    [[nodiscard]] static bool isMissing(const Lane& lane, const Waiting& waiting);

    std::vector<Lane> m_lanes;
    std::size_t m_waiting = 0; ///< lanes
};

} // namespace lockstep
