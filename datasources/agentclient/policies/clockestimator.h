// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/clockoffset.h"

#include <deque>

namespace lockstep {

/// Estimates a node's clock against ours from exchanges of readings, as NTP does (RFC 5905, section 8): with t1 our
/// sending, t2 its receiving, t3 its sending, t4 our receiving, offset = ((t2 - t1) + (t3 - t4)) / 2, and the truth
/// lies within half of the round trip (t4 - t1) - (t3 - t2). Of the last exchanges the tightest counts, where age
/// widens an exchange by what quartz may drift. Plain value.
class ClockEstimator
{
public:
    struct Exchange
    {
        TimePoint clientSend;
        TimePoint agentReceive;
        TimePoint agentSend;
        TimePoint clientReceive;
        Duration agentUncertainty{}; ///< of the agent's readings, where it has them from somebody else
    };

    /// Takes an exchange into account; one that cannot be (answered before it arrived) is ignored.
    /// @return the estimate now; nullopt while there is none
    std::optional<ClockOffset> add(const Exchange& exchange);

    /// Forgets all: the connection, and perhaps the clock, is a new one.
    void clear() { m_samples.clear(); }

private:
    struct Sample
    {
        ClockOffset offset;
        TimePoint taken; ///< our clock
    };
    std::deque<Sample> m_samples;
};

} // namespace lockstep
