// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/jobs/inbox/jobevent.h"
#include "models/core/work/tokenbucket.h"

#include <deque>

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lockstep {

/// User who posts job events, according to the kernel, so that it cannot be forged. -1, which is no user, represents
/// all users beyond those that are distinguished.
using SenderId = uid_t;
inline constexpr SenderId otherSenders = static_cast<SenderId>(-1);

/// "user 1000".
[[nodiscard]] inline std::string senderName(SenderId sender)
{
    return sender == otherSenders ? "several users" : "user " + std::to_string(sender);
}

/// Rejected events of a sender, with the first reason of each kind.
struct JobLosses
{
    std::uint64_t malformed = 0;
    std::uint64_t refused = 0; ///< for a job or lane of another user
    std::uint64_t dropped = 0; ///< over a limit
    std::string malformedReason;
    std::string rejectionReason;
    std::string dropReason;

    [[nodiscard]] bool isNone() const { return malformed + refused + dropped == 0; }
    void add(const JobLosses& other);
};

/// Decides which user may report a job or a lane: the first one, as long as the process that reported it last lives.
/// Prevents users from reporting other users' jobs or lanes. Root may report any job and claims none, because
/// schedulers run as root. Owned by a JobInbox, under its lock.
class JobClaims
{
public:
    using Time = std::chrono::steady_clock::time_point;
    /// Maximum number of jobs and lanes. A user may not hold more than remain free, so that other users always get
    /// some.
    static constexpr std::size_t capacity = 4096;
    static constexpr auto afterItsEnd = std::chrono::minutes(1); ///< for a script's next process to keep the claim
    /// Long, because a hanging job is silent but alive; limited, because a process id may have been reused.
    static constexpr auto longestSilence = std::chrono::hours(1);

    using ProcessLives = std::function<bool(pid_t)>;
    explicit JobClaims(ProcessLives lives) : m_lives(std::move(lives)) { }

    struct Answer
    {
        std::string refusal; ///< empty: accepted
        bool isNewJob = false; ///< a new job, which the sender owns from now on
    };
    /// @param process 0: unknown
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
    std::unordered_map<SenderId, std::size_t> m_counts; ///< number of claims
    Time m_lastSweep{};
};

/// Queues events until the next tick, by sender. Each sender has a rate limit, a queue and a fair share of a tick, so
/// that a sender that floods loses only its own events. Bounded; dropped events are counted. Not thread-safe: guarded
/// by a JobSocket.
class JobInbox
{
public:
    using Time = std::chrono::steady_clock::time_point;

    struct Limits
    {
        double linesPerSecond = 10'000; ///< per sender
        double lineBurst = 50'000;
        double bytesPerSecond = 4 << 20; ///< per sender
        double byteBurst = 16 << 20;
        std::size_t waitingBytes = std::size_t{32} << 20U; ///< total; a sender may use at most what is left
        std::size_t senders = 64; ///< tracked individually; all others share one place
    };

    struct Post
    {
        SenderId sender = 0;
        JobEvent event;
        bool isNewJob = false; ///< first event of the job
        pid_t process = 0; ///< that posted it; 0: unknown
    };
    struct Loss
    {
        SenderId sender = 0;
        JobLosses losses;
    };

    JobInbox() : JobInbox(Limits()) { }
    explicit JobInbox(const Limits& limits, JobClaims::ProcessLives lives = processLives);

    /// Called before a sender's data is read. False: above the limit; counted, and must not be read.
    [[nodiscard]] bool admit(SenderId sender, std::string_view datagram, Time now);
    /// @param process that posted it; 0: unknown
    void add(SenderId sender, pid_t process, JobEvent event, Time now);
    void addMalformed(SenderId sender, std::string why, Time now);

    /// Up to @p max of the oldest posts, taken fairly from all senders; the rest keeps waiting.
    [[nodiscard]] std::vector<Post> take(std::size_t max);
    [[nodiscard]] std::size_t waiting() const { return m_waiting; }
    /// Losses since the last call, largest first.
    [[nodiscard]] std::vector<Loss> takeLosses();

private:
    struct Sender
    {
        explicit Sender(const Limits& limits)
            : lines(limits.linesPerSecond, limits.lineBurst), bytes(limits.bytesPerSecond, limits.byteBurst)
        { }

        TokenBucket lines;
        TokenBucket bytes;
        std::deque<Post> waiting;
        std::size_t waitingBytes = 0;
        JobLosses losses;
    };

    [[nodiscard]] static bool processLives(pid_t process);
    [[nodiscard]] Sender& placeOf(SenderId sender, Time now);
    void forgetIdle(Time now);

    Limits m_limits;
    std::map<SenderId, Sender> m_senders;
    JobClaims m_claims;
    std::size_t m_waiting = 0;
    std::size_t m_waitingBytes = 0;
};

} // namespace lockstep
