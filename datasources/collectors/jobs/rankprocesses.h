// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/jobs/inbox/jobinbox.h"
#include "datasources/collectors/jobs/jobprocesses.h"
#include "models/core/time.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace lockstep {

/// CPU time and I/O of a process and its children so far, from the kernel.
struct ProcessWork
{
    static constexpr std::size_t maxProcesses = 64; ///< examined per rank: a data loader has a few workers
    static constexpr std::size_t maxThreads = 32; ///< per process

    Duration computed{};
    std::uint64_t bytes = 0; ///< read and written, including pipes; 0 if not permitted
    bool waitsForDisk = false; ///< a thread currently waits for a disk or file server

    /// Whether the activity exceeds that of a waiting process, which polls a few times per second. The limits are a
    /// fiftieth of a core and one megabyte.
    [[nodiscard]] bool isActiveSince(const ProcessWork& before, Duration apart) const;
};

/// nullopt if not permitted, or the process is gone.
[[nodiscard]] std::optional<ProcessWork> processWorkOf(pid_t process);

/// Activity of rank processes, for jobs that do not report it: distinguishes a rank that writes its first checkpoint
/// from one that hangs. Reports stopped or exited processes, and those that are idle outside collectives. Bounded;
/// owned by the job-event collector; sampling thread.
class RankProcesses
{
public:
    using StateOf = std::function<ProcessState(pid_t)>;
    using WorkOf = std::function<std::optional<ProcessWork>(pid_t)>;
    using IsIn = std::function<bool(const JobEvent&)>; ///< whether its lane is in a collective

    static constexpr Duration idleFor = std::chrono::seconds(10);

    explicit RankProcesses(StateOf stateOf = processStateOf, WorkOf workOf = processWorkOf)
        : m_stateOf(std::move(stateOf)), m_workOf(std::move(workOf))
    { }

    void take(const JobInbox::Post& post);
    /// Markers for conditions that began or ended. Repeated every ten seconds while a condition lasts.
    [[nodiscard]] std::vector<JobInbox::Post> tell(TimePoint now, const IsIn& isIn);

private:
    struct Quiet
    {
        TimePoint since;
        ProcessWork work;
    };
    struct Lane
    {
        JobInbox::Post post; ///< first report of the lane
        TimePoint last; ///< time of its last activity
        std::string_view said; ///< last report about its process; empty: healthy
        TimePoint lastReportAt;
        std::optional<Quiet> quiet; ///< since when its process has been idle
        bool hasRun = false; ///< whether its process existed at the last check
    };
    using Lanes = std::map<std::string, Lane>; ///< by job and lane

    static constexpr std::size_t capacity = 4096;
    static constexpr std::size_t maxOfSender = 1024; ///< limit per sender, so that one cannot use up all lanes
    static constexpr std::size_t maxChecksPerTick = 32; ///< examined processes per tick
    static constexpr Duration shortestAbsence = std::chrono::seconds(1);
    static constexpr Duration longestAbsence = std::chrono::minutes(10); ///< by then any wait is too long
    static constexpr Duration again = std::chrono::seconds(10);

    [[nodiscard]] std::string_view wordFor(Lane& lane, ProcessState state, TimePoint now, bool isIn,
                                           std::size_t& checks) const;
    [[nodiscard]] Lane* laneOf(const JobInbox::Post& post);
    [[nodiscard]] Lanes::iterator erase(Lanes::iterator place);
    static void appendReport(Lane& lane, std::string_view word, TimePoint now, std::vector<JobInbox::Post>& reported);
    [[nodiscard]] bool isIdle(Lane& lane, TimePoint now) const;

    StateOf m_stateOf;
    WorkOf m_workOf;
    Lanes m_lanes;
    std::map<SenderId, std::size_t> m_lanesOf; ///< number per sender
    std::string m_next; ///< lane to examine first
};

} // namespace lockstep
