// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/syncspan.h"
#include "models/analysis/sync/tracking/syncsnapshot.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// Finds ranks that block others. A rank that has entered a collective (a marker on its communicator) and has not left
/// it waits for the members that have not entered. Of these members, those that do not wait themselves are missing. If
/// all members have entered, the links are stuck. Both are reported only if a wait is longer than usual.
///
/// A rank that reports a lasting activity (checkpoint, data loading, compilation) is not missing. In jobs that do not
/// report activities, an unusually long wait becomes a hang if the missing process is idle, stopped or gone, if all
/// ranks have entered for a while, or if the wait is longer than any activity can be.
class HangWatch
{
public:
    void addLane() { m_lanes.emplace_back(); }
    /// Adds any span of a job: markers on a communicator mean that their lane waits, all others that it progresses.
    void add(const SyncSpan& span);

    /// The ranks that are missing now. A lane counts only after it has been silent for longer than any waiting lane has
    /// waited, or if no lane progresses. Otherwise it might still be computing.
    [[nodiscard]] std::vector<MissingRank> missing() const;
    /// Communicators in which all members wait. Peers may wait for each other's data in different sequences, and other
    /// ranks may wait for these members.
    [[nodiscard]] std::vector<StuckCollective> stuck() const;

private:
    static constexpr std::int64_t silenceNs = 1'500'000'000; ///< minimum silence while others report that they wait
    /// All ranks have entered, but may be queued behind other work on their GPUs.
    static constexpr std::int64_t queuedForNs = 10'000'000'000;
    /// Validity of a report of a lasting activity, which is repeated every second.
    static constexpr std::int64_t goesOnForNs = 2'500'000'000;

    struct Lane
    {
        std::int64_t lastEndNs = 0; ///< end of its last activity
        std::int64_t goesOnUntilNs = 0;
        std::int64_t lastReportNs = 0; ///< time of the latest report that it waits
        std::int64_t waitsSinceNs = 0;
        std::uint32_t waitsOn = SyncSpan::none; ///< communicator; none: it does not wait
        std::uint32_t sequence = 0;
        std::int64_t processNs = 0; ///< time of the last report about its process
        RankMarker process = RankMarker::None; ///< last report: ProcessIdle, ProcessStopped
        RankMarker wait = RankMarker::None; ///< WaitsNormally, WaitsLong; None: too long
        bool hasReported = false;
        std::vector<std::uint32_t> communicators; ///< that it has used, in order
    };
    /// The ranks that wait in one collective.
    struct Waiting
    {
        std::uint32_t sequence = 0;
        std::uint32_t count = 0; ///< in that collective
        std::uint32_t all = 0; ///< in any collective of the communicator
        std::int64_t sinceNs = 0; ///< beginning of the first wait
        std::int64_t untilNs = 0; ///< beginning of the last wait
        std::int64_t lastReportNs = 0; ///< time of the latest report that any of them waits
        std::uint32_t lane = 0; ///< one of them
        bool isOverdue = false; ///< at least one of them waits longer than usual
        bool isTooLong = false; ///< at least one of them waits longer than any activity may take
    };

    void getOn(Lane& lane, std::int64_t endNs);
    void wait(Lane& lane, const SyncSpan& marker);
    /// Processes a marker without a communicator.
    void handleMarker(Lane& lane, const SyncSpan& marker);
    void leave(Lane& lane);
    static void join(Lane& lane, std::uint32_t communicator);
    [[nodiscard]] std::unordered_map<std::uint32_t, Waiting> waits() const; ///< by communicator
    [[nodiscard]] static bool isMissing(const Lane& lane, const Waiting& waiting);

    std::vector<Lane> m_lanes;
    std::size_t m_waiting = 0; ///< number of waiting lanes
};

} // namespace lockstep
