// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/followcadence.h"

#include <algorithm>

namespace lockstep {

void FollowCadence::told(Clock::time_point now)
{
    m_toldAt = now;
    m_cost = {};
}

FollowCadence::Clock::duration FollowCadence::wait(Clock::time_point now) const
{
    if (m_toldAt == Clock::time_point())
        return {};
    const auto interval = std::clamp<Clock::duration>(m_cost * share, shortest, longest);
    return std::max(Clock::duration::zero(), interval - (now - m_toldAt));
}

} // namespace lockstep
