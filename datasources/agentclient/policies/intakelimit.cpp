// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/policies/intakelimit.h"

#include "models/core/budget.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr double baseAllowance = 50; // batches per second for status, layouts and restarts
constexpr double headroom = 4; // multiple of a valid source's rate, so that it can catch up
constexpr double creditPerNode = 1000; // more than ten minutes of ticks at one a second
constexpr double fullTicksPerSecond = 10; // a node with a higher rate has a smaller limit per tick
constexpr double priceOfRefusal = 20; // cost of a rejected frame, in batches: only a few are read per second

} // namespace

void IntakeLimit::Account::expect(double newPerSecond, double newLargest)
{
    perSecond = newPerSecond;
    credit += std::max(newLargest - largest, 0.0); // new nodes may have retained data
    largest = newLargest;
}

void IntakeLimit::Account::refill(double seconds)
{
    credit = std::min(credit + perSecond * seconds, largest);
}

IntakeLimit::IntakeLimit()
{
    setExpectation(1, std::chrono::seconds(1));
}

void IntakeLimit::setExpectation(std::size_t nodes, Duration tickPeriod, std::size_t sources)
{
    const double ticksPerSecond = std::min(1.0 / std::chrono::duration<double>(tickPeriod).count(), 100.0);
    const auto count = static_cast<double>(std::max<std::size_t>(nodes, 1));
    const auto bases = static_cast<double>(std::max<std::size_t>(sources, 1));
    m_batches.expect(baseAllowance * bases + headroom * count * ticksPerSecond, creditPerNode * count);
    m_bytes.expect(std::min(budget::bytesPerSecondAndSource * bases
                                + budget::bytesPerTickAndNode * count * std::min(ticksPerSecond, fullTicksPerSecond),
                            budget::maxBytesPerSecond),
                   std::min(budget::creditBytesPerSource + budget::creditBytesPerNode * count, budget::maxCreditBytes));
}

void IntakeLimit::refill(SteadyTime now)
{
    if (m_last != SteadyTime{}) {
        const double seconds = std::chrono::duration<double>(now - m_last).count();
        m_batches.refill(seconds);
        m_bytes.refill(seconds);
    }
    m_last = now;
}

void IntakeLimit::spend(const IntakeCost& cost, SteadyTime now)
{
    refill(now);
    // A message without content also costs reading.
    const std::size_t batches = std::max<std::size_t>(cost.batches, 1) + cost.work;
    m_batches.credit -= static_cast<double>(batches) + (cost.isRefused ? priceOfRefusal : 0);
    m_bytes.credit -= static_cast<double>(cost.bytes);
}

bool IntakeLimit::mayRead(SteadyTime now)
{
    refill(now);
    return m_batches.credit >= 0 && m_bytes.credit >= 0;
}

} // namespace lockstep
