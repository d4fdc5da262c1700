// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/clockoffset.h"

#include <deque>

#include <optional>

namespace lockstep {

/// Estimates the offset of a node's clock from exchanges, as NTP does (RFC 5905, section 8). With t1 sent here, t2
/// received there, t3 sent there, t4 received here: offset = ((t2 - t1) + (t3 - t4)) / 2, with an error of at most half
/// the round trip (t4 - t1) - (t3 - t2). Uses the recent exchange with the smallest error. The error of an exchange
/// grows with its age, by the drift of a quartz clock. A plain value.
class ClockEstimator
{
public:
    struct Exchange
    {
        TimePoint clientSend;
        TimePoint agentReceive;
        TimePoint agentSend;
        TimePoint clientReceive;
        Duration agentUncertainty{}; ///< of the agent's readings, if they come from another source
    };

    /// Adds an exchange; an impossible one (answered before it arrived) is ignored.
    /// @return the current estimate; nullopt if there is none
    std::optional<ClockOffset> add(const Exchange& exchange);

    /// Forgets all samples, because the connection, and possibly the clock, is new.
    void clear() { m_samples.clear(); }

private:
    struct Sample
    {
        ClockOffset offset;
        TimePoint taken; ///< by our clock
    };
    std::deque<Sample> m_samples;
};

} // namespace lockstep
