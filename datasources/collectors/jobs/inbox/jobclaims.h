// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/jobs/inbox/jobevent.h"
#include "datasources/collectors/jobs/inbox/jobsender.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace lockstep {

/// Decides which user may report a job or a lane: the first one, as long as the process that reported it last lives.
/// Prevents users from reporting other users' jobs or lanes. Root may report any job and claims none, because
/// schedulers run as root. Owned by a JobInbox, under its lock.
class JobClaims
{
public:
    using Time = std::chrono::steady_clock::time_point;
    /// Of jobs and lanes together. Nobody has more of them than are left, so that they never run out for others.
    static constexpr std::size_t capacity = 4096;
    static constexpr auto afterItsEnd = std::chrono::minutes(1); ///< another process may go on, such as a script's next
    /// A job that hangs is silent and lives; but a process may have been given another's number.
    static constexpr auto longestSilence = std::chrono::hours(1);

    using ProcessLives = std::function<bool(pid_t)>;
    explicit JobClaims(ProcessLives lives) : m_lives(std::move(lives)) { }

    struct Answer
    {
        std::string refusal; ///< empty: he may
        bool isNewJob = false; ///< which is his from now on
    };
    /// @param process 0: not known
    [[nodiscard]] Answer ask(SenderId sender, pid_t process, const JobEvent& event, Time now);

private:
    struct Claim
    {
        SenderId owner = 0;
        pid_t process = 0;
        Time last;
    };

    [[nodiscard]] const Claim* claimOf(const std::string& key, Time now) const;
    void take(const std::string& key, const Claim& claim);
    void forgetSilent(Time now);

    ProcessLives m_lives;

    std::unordered_map<std::string, Claim> m_claims; ///< by kind and name
    std::unordered_map<SenderId, std::size_t> m_counts; ///< of claims
    Time m_lastSweep{};
};

} // namespace lockstep
