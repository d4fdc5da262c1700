// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobs/cpushare.h"

#include <ctime>

namespace lockstep {

namespace {

double threadSeconds()
{
    timespec used{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

} // namespace

CpuShare::CpuShare(double share, std::chrono::nanoseconds burst)
    : m_left(share, std::chrono::duration<double>(burst).count()), m_used(threadSeconds())
{ }

std::chrono::nanoseconds CpuShare::rest()
{
    const double used = threadSeconds();
    m_left.fill(std::chrono::steady_clock::now());
    m_left.spend(used - m_used);
    m_used = used;
    return m_left.untilPaid();
}

} // namespace lockstep
