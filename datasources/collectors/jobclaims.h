// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/jobevent.h"
#include "datasources/collectors/jobsender.h"

#include <chrono>
#include <optional>
#include <string>
#include <unordered_map>

namespace lockstep {

/// Whose a job and a lane are: the first user's who reports it, until he has been silent about it for long. So nobody
/// can put words into another's job, nor take its lane away by giving it another job's name. Root may speak for every
/// job and takes none, since schedulers report what becomes of jobs. Owned by a JobInbox, used under its lock.
class JobClaims
{
public:
    using Time = std::chrono::steady_clock::time_point;
    /// Of jobs and lanes together. Nobody has more of them than are left, so that they never run out for others.
    static constexpr std::size_t capacity = 4096;
    /// A job that hangs is silent and lives.
    static constexpr auto patience = std::chrono::hours(1);

    struct Answer
    {
        std::string refusal; ///< empty: he may
        bool isNewJob = false; ///< which is his from now on
    };
    [[nodiscard]] Answer ask(SenderId sender, const JobEvent& event, Time now);

private:
    struct Claim
    {
        SenderId owner = 0;
        Time last;
    };

    [[nodiscard]] const Claim* claimOf(const std::string& key, Time now) const;
    void take(SenderId sender, const std::string& key, Time now);
    void forgetSilent(Time now);

    std::unordered_map<std::string, Claim> m_claims; ///< by kind and name
    std::unordered_map<SenderId, std::size_t> m_counts; ///< of claims
    Time m_lastSweep{};
};

} // namespace lockstep
