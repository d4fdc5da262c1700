// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobs/usualduration.h"

#include <algorithm>

namespace lockstep {

void UsualDuration::took(const std::string& communicator, Duration length)
{
    if (m_longest.size() >= capacity && !m_longest.contains(communicator))
        m_longest.clear(); // job after job: they are learned again at once
    Duration& longest = m_longest[communicator];
    // Half of it is forgotten within some 700 others.
    longest = std::max(length, longest - longest / 1000);
}

Duration UsualDuration::patienceWith(const std::string& communicator) const
{
    const auto known = m_longest.find(communicator);
    return known == m_longest.end() ? leastPatience : std::max(leastPatience, known->second + known->second / 2);
}

} // namespace lockstep
