// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/intakelimit.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr double baseAllowance = 50; // batches a second that need no explanation: status, layouts, restarts
constexpr double headroom = 4; // times the honest rate: catching up has to be faster than falling behind
constexpr double creditPerNode = 1000; // more than ten minutes of ticks at one a second
constexpr double priceOfRefusal = 20; // so that garbage is read at a few frames a second

} // namespace

void IntakeLimit::setExpectation(std::size_t nodes, Duration tickPeriod)
{
    const double ticksPerSecond = 1.0 / std::chrono::duration<double>(tickPeriod).count();
    const auto count = static_cast<double>(std::max<std::size_t>(nodes, 1));
    m_allowance = baseAllowance + headroom * count * std::min(ticksPerSecond, 100.0);
    const double largest = creditPerNode * count;
    m_credit += std::max(largest - m_largestCredit, 0.0); // newly met nodes may have a past to tell
    m_largestCredit = largest;
}

void IntakeLimit::earn(SteadyTime now)
{
    if (m_last != SteadyTime{})
        m_credit += m_allowance * std::chrono::duration<double>(now - m_last).count();
    m_credit = std::min(m_credit, m_largestCredit);
    m_last = now;
}

void IntakeLimit::spend(std::size_t batches, bool refused, SteadyTime now)
{
    earn(now);
    m_credit -= static_cast<double>(batches) + (refused ? priceOfRefusal : 0);
}

bool IntakeLimit::mayRead(SteadyTime now)
{
    earn(now);
    return m_credit >= 0;
}

} // namespace lockstep
