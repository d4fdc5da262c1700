// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/policies/retrypolicy.h"

#include <algorithm>

namespace lockstep {

Duration RetryPolicy::next()
{
    const Duration step = m_step;
    m_step = std::min(m_step * 2, longest);
    std::uniform_int_distribution<Duration::rep> chance(step.count() / 2, step.count());
    return Duration(chance(m_random));
}

Duration RetryPolicy::jittered(Duration duration)
{
    std::uniform_int_distribution<Duration::rep> chance(duration.count() / 10 * 9, duration.count() / 10 * 11);
    return Duration(chance(m_random));
}

} // namespace lockstep
