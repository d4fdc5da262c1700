// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/jobs/inbox/jobclaims.h"
#include "datasources/collectors/jobs/inbox/jobevent.h"
#include "datasources/collectors/jobs/inbox/jobsender.h"
#include "models/core/work/tokenbucket.h"

#include <deque>

#include <map>
#include <string_view>
#include <vector>

namespace lockstep {

/// Queues events until the next tick, by sender. Each sender has a rate limit, a queue and a fair share of a tick, so
/// that a sender that floods loses only its own events. Bounded; dropped events are counted. Not thread-safe: guarded
/// by a JobSocket.
class JobInbox
{
public:
    using Time = std::chrono::steady_clock::time_point;

    struct Limits
    {
        double linesPerSecond = 10'000; ///< of a sender
        double lineBurst = 50'000;
        double bytesPerSecond = 4 << 20; ///< of a sender
        double byteBurst = 16 << 20;
        std::size_t waitingBytes = std::size_t{32} << 20U; ///< in total; a sender's share is limited by what is left
        std::size_t senders = 64; ///< counted apart; the rest shares one place
    };

    struct Post
    {
        SenderId sender = 0;
        JobEvent event;
        bool isNewJob = false; ///< the first of it
        pid_t process = 0; ///< that posted it; 0: not known
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
    /// @param process that posted it; 0: not known
    void add(SenderId sender, pid_t process, JobEvent event, Time now);
    void addMalformed(SenderId sender, std::string why, Time now);

    /// The oldest of each sender, fairly, at most so many; the rest keeps waiting.
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
