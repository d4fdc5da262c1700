// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/sampling/fastbudget.h"

#include <utility>

namespace lockstep {

bool FastBudget::endTick(Duration period)
{
    constexpr unsigned sparsest = 64;
    const auto spent = std::chrono::duration<double>(std::exchange(m_spent, Duration()));
    const double share = spent / std::chrono::duration<double>(period);
    m_count = 0;
    if (share <= m_share || m_stride >= sparsest)
        return false;
    m_stride *= 2;
    return true;
}

} // namespace lockstep
