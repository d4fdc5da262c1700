// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/jobs/inbox/jobsender.h"
#include "models/core/work/tokenbucket.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace lockstep {

/// Rate limit per user for libkineto's socket, so that a user who floods affects only himself; excess messages are not
/// even read. Bounded. Not thread-safe: guarded by a KinetoDoor.
class FabricGate
{
public:
    using Time = std::chrono::steady_clock::time_point;
    /// As many processes as a user may have there, each with a question every five seconds, four times over.
    static constexpr double messagesPerSecond = 200;
    static constexpr double burst = 1024; ///< when they all begin
    static constexpr std::size_t maxUsers = 64; ///< counted apart; the rest shares one place

    struct Loss
    {
        SenderId user = 0;
        std::uint64_t messages = 0;
    };

    /// False: it is too much; it has been counted, and is not to be read.
    [[nodiscard]] bool admit(SenderId user, Time now);
    /// Losses since the last call.
    [[nodiscard]] std::vector<Loss> takeLosses();

private:
    struct Place
    {
        TokenBucket messages{messagesPerSecond, burst};
        std::uint64_t lost = 0;
    };

    [[nodiscard]] Place& placeOf(SenderId user, Time now);

    std::map<SenderId, Place> m_places;
};

} // namespace lockstep
