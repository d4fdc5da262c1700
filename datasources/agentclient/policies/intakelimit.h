// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentclient/policies/heartbeat.h"
#include "models/core/time.h"

#include <cstddef>

namespace lockstep {

/// Cost of reading one message.
struct IntakeCost
{
    std::size_t bytes = 0; ///< on the wire
    std::size_t batches = 0;
    std::size_t work = 0; ///< additional cost in batches: new nodes, layouts and names
    bool isRefused = false; ///< part of it was rejected
};

/// Rate limit of one source, in batches and bytes: a steady allowance slightly above an honest sender's rate, and a
/// credit for catching up after an interruption. A source above the limit is slowed down by flow control, so that it
/// cannot starve others. A plain value.
class IntakeLimit
{
public:
    IntakeLimit();

    /// Sets the known size of the stream.
    /// @param sources number of sources that the nodes belong to; each node behind a relay is a source with its own
    /// limit
    void setExpectation(std::size_t nodes, Duration tickPeriod, std::size_t sources = 1);

    /// Subtracts data that was read.
    void spend(const IntakeCost& cost, SteadyTime now);

    /// False: wait before reading more.
    [[nodiscard]] bool mayRead(SteadyTime now);

private:
    struct Account
    {
        double perSecond = 0;
        double largest = 0;
        double credit = 0;

        void expect(double newPerSecond, double newLargest);
        void refill(double seconds);
    };

    void refill(SteadyTime now);

    Account m_batches;
    Account m_bytes;
    SteadyTime m_last{};
};

} // namespace lockstep
