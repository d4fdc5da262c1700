// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/jobs/inbox/jobinbox.h"
#include "datasources/collectors/jobs/jobprocesses.h"
#include "models/core/time.h"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// The usual duration of collectives on this node, to decide when a wait is too long. Before a job has a pace
/// (compilation, first data) any wait may be normal; afterwards a wait is too long at one and a half times the recent
/// maximum. Waits that a job explains, such as checkpoints, are excluded, so that hangs are detected early; for other
/// jobs an unusually long wait may be the first checkpoint. A new process starts over. Bounded; a member of the pending
/// collectives; sampling thread.
class JobPace
{
public:
    using StateOf = std::function<ProcessState(pid_t)>;

    /// A busy machine may delay a process for a second, but a hang should be reported within three.
    static constexpr Duration minTimeout = std::chrono::milliseconds(1500);
    static constexpr Duration timeoutBefore = std::chrono::minutes(10); ///< as NCCL's watchdog in PyTorch
    static constexpr std::uint32_t stepsOfPace = 3;
    // For jobs without steps: repeated collectives.
    static constexpr std::uint64_t collectivesOfPace = 64;
    static constexpr Duration timeOfPace = std::chrono::seconds(30);
    static constexpr int gapsOfPace = 3; ///< minimum age in multiples of the longest pause between collectives

    explicit JobPace(StateOf stateOf) : m_stateOf(std::move(stateOf)) { }

    void take(const JobInbox::Post& post);
    struct Timeouts
    {
        Duration normalWait{}; ///< maximum of a usual wait
        Duration atAll{}; ///< at least normalWait; longer waits are too long, whatever other ranks do
    };
    /// @param entered the collective in which its lane waits
    [[nodiscard]] Timeouts timeoutFor(const JobEvent& entered) const;

private:
    struct Lane
    {
        pid_t process = 0;
        std::uint32_t steps = 0;
        bool explainsWaits = false;
    };
    /// Durations of recent collectives, without the few longest.
    class LatestLengths
    {
    public:
        void add(std::uint64_t sequence, Duration length);
        [[nodiscard]] Duration trimmedMaximum() const;

    private:
        static constexpr std::size_t kept = 64;
        static constexpr std::size_t outliers = 4;

        std::array<Duration, kept> m_lengths{};
        std::size_t m_count = 0;
        std::uint64_t m_sequence = 0; ///< of the last one, because ranks of a node complete the same ones
    };
    struct Rhythm
    {
        LatestLengths latest; ///< of lanes with a pace
        Duration longest{}; ///< recent maximum
        Duration longestGap{};
        TimePoint first, last; ///< ends
        std::uint64_t count = 0;
    };
    static constexpr std::size_t capacity = 4096;

    void takeCollective(const JobEvent& event, const Lane& lane);
    void resetJob(const std::string& job);
    [[nodiscard]] static bool hasRhythm(const Rhythm& rhythm);

    StateOf m_stateOf;
    std::unordered_map<std::string, Lane> m_lanes; ///< by job and lane
    std::unordered_map<std::string, Rhythm> m_rhythms; ///< by job and communicator
};

/// Collectives that ranks have entered but not left. Once per tick, writes a marker for each rank that still waits; the
/// analysis finds missing ranks from these markers. A stopped or exited process does not wait: it is reported as such,
/// regardless of the job's pace. Owned by the job-event collector; sampling thread.
class PendingCollectives
{
public:
    /// Adds a marker on a communicator. Any other event means that the lane has progressed.
    /// @return whether it was such a marker, which is not forwarded
    [[nodiscard]] bool take(const JobInbox::Post& post);

    using StateOf = std::function<ProcessState(pid_t)>;
    explicit PendingCollectives(StateOf stateOf = processStateOf) : m_stateOf(stateOf), m_pace(std::move(stateOf)) { }

    /// A lane that has been in a collective for more than a moment. All are kept, because other waits may become too
    /// long first.
    struct Waiting
    {
        JobInbox::Post post; ///< the collective it entered first, with the current time
        ProcessState process = ProcessState::Runs;
        bool isNews = false; ///< its process was stopped, has ended, or runs again
        bool isNormal = false; ///< within the usual duration for the job
        bool isTooLong = false; ///< longer than any activity of others may take
    };
    [[nodiscard]] std::vector<Waiting> waiting(TimePoint now);

    /// Whether its lane has entered a collective and has not left it.
    [[nodiscard]] bool isIn(const JobEvent& event) const;

private:
    struct Lane
    {
        SenderId sender = 0;
        pid_t process = 0;
        ProcessState said = ProcessState::Runs;
        std::vector<JobEvent> entered; ///< few, in order
    };

    static constexpr std::size_t lanes = 4096;
    static constexpr std::size_t enteredAtOnce = 16;
    static constexpr Duration longest = std::chrono::hours(24); ///< maximum reported wait

    void enter(const JobInbox::Post& post);
    void getOn(Lane& lane, const JobEvent& event);

    StateOf m_stateOf;
    std::map<std::string, Lane> m_lanes; ///< by job and lane
    JobPace m_pace;
};

} // namespace lockstep
