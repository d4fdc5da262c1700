// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentclient/heartbeat.h"
#include "models/core/time.h"

namespace lockstep {

/// Bounds how much one source may be read: a steady allowance a little above what its nodes can honestly send, and a
/// credit that lets it catch up after an absence. A source that floods or lies is read slower (its own stream backs up,
/// by flow control), so that it cannot starve the others. Plain value.
class IntakeLimit
{
public:
    /// What the stream consists of, as known now.
    void setExpectation(std::size_t nodes, Duration tickPeriod);

    /// Takes note of what was read: @p batches it made, and whether it was @p refused.
    void spend(std::size_t batches, bool refused, SteadyTime now);

    /// False: wait before reading on.
    [[nodiscard]] bool mayRead(SteadyTime now);

private:
    void earn(SteadyTime now);

    double m_allowance = 50; ///< batches per second
    double m_largestCredit = 1000; ///< batches
    double m_credit = 1000;
    SteadyTime m_last{};
};

} // namespace lockstep
