// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobs/inbox/cpushare.h"

#include "models/core/work/threadcputime.h"

namespace lockstep {

namespace {

double threadSeconds()
{
    return std::chrono::duration<double>(threadCpuTime()).count();
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
    return m_left.timeUntilPositive();
}

} // namespace lockstep
