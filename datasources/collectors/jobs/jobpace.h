// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/jobs/inbox/jobinbox.h"
#include "datasources/collectors/jobs/processstate.h"
#include "models/core/time.h"

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>

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

    /// A busy machine holds a process up for a second now and then, and a hang is to be reported within three.
    static constexpr Duration minPatience = std::chrono::milliseconds(1500);
    static constexpr Duration patienceBefore = std::chrono::minutes(10); ///< as long as NCCL's watchdog has in PyTorch
    static constexpr std::uint32_t stepsOfPace = 3;
    // Without steps: collectives that came again and again.
    static constexpr std::uint64_t collectivesOfPace = 64;
    static constexpr Duration timeOfPace = std::chrono::seconds(30);
    static constexpr int gapsOfPace = 3; ///< as long as the longest pause between them

    explicit JobPace(StateOf stateOf) : m_stateOf(std::move(stateOf)) { }

    void take(const JobInbox::Post& post);
    struct Patience
    {
        Duration asUsual{}; ///< so long a wait may be a usual one
        Duration atAll{}; ///< no shorter; then it is too long, whatever others may be doing
    };
    /// @param entered the collective that its lane waits in
    [[nodiscard]] Patience patienceWith(const JobEvent& entered) const;

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
        [[nodiscard]] Duration usualLongest() const;

    private:
        static constexpr std::size_t kept = 64;
        static constexpr std::size_t outliers = 4;

        std::array<Duration, kept> m_lengths{};
        std::size_t m_count = 0;
        std::uint64_t m_sequence = 0; ///< of the last: ranks of a node end the same ones
    };
    struct Rhythm
    {
        LatestLengths latest; ///< of lanes with a pace
        Duration longest{}; ///< lately
        Duration longestGap{};
        TimePoint first, last; ///< ends
        std::uint64_t count = 0;
    };
    static constexpr std::size_t capacity = 4096;

    void takeCollective(const JobEvent& event, const Lane& lane);
    void beginAnew(const std::string& job);
    [[nodiscard]] static bool hasRhythm(const Rhythm& rhythm);

    StateOf m_stateOf;
    std::unordered_map<std::string, Lane> m_lanes; ///< by job and lane
    std::unordered_map<std::string, Rhythm> m_rhythms; ///< by job and communicator
};

} // namespace lockstep
