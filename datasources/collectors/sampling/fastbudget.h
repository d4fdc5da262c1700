// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"
#include "models/core/work/threadcputime.h"

namespace lockstep {

/// Limits the CPU share of fast sampling: whenever the samples of a tick cost too much, the sampling rate is halved.
/// Keeps the agent small on machines with hundreds of cores or adapters. One thread.
class FastBudget
{
public:
    explicit FastBudget(double shareOfCore = 0.005) : m_share(shareOfCore) { }

    /// Takes the sample if it is due, and measures its CPU time on this thread.
    template <class Look>
    void take(Look look)
    {
        if (m_count++ % m_stride != 0)
            return;
        const Duration before = threadCpuTime();
        look();
        m_spent += threadCpuTime() - before;
    }

    /// Call at the end of a tick of that length.
    /// @return true: the sampling rate was reduced
    [[nodiscard]] bool endTick(Duration period);

    /// One sample in this many is taken.
    [[nodiscard]] unsigned stride() const { return m_stride; }

private:
    double m_share;
    unsigned m_stride = 1;
    unsigned m_count = 0;
    Duration m_spent{};
};

} // namespace lockstep
