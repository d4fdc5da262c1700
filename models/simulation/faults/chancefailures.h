// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/simulation/cluster/clusterspec.h"
#include "models/simulation/faults/failuretable.h"
#include "models/simulation/physics/random.h"

#include <cstdint>
#include <vector>

namespace lockstep::sim {

/// A due failure: what, where and when.
struct DueFailure
{
    const FailureRate* kind;
    std::uint32_t gpu = 0; ///< of the cluster; the node or NIC of a failure is the one beside it
    double atSeconds = 0;
};

/// Draws failures as a Poisson process at the published rates times an acceleration, on random GPUs. Owned by the
/// simulation.
class ChanceFailures
{
public:
    ChanceFailures(const FailureSpec& spec, std::uint32_t gpus, Random random)
        : m_rate(spec.isOn ? publishedFailureRate() * spec.acceleration * gpus : 0),
          m_gpus(gpus),
          m_random(random),
          m_next(m_random.exponential(m_rate))
    { }

    /// Failures before @p to, in order of time.
    [[nodiscard]] std::vector<DueFailure> take(double to)
    {
        std::vector<DueFailure> due;
        while (m_next < to) {
            due.push_back({&draw(), m_random.below(m_gpus), m_next});
            m_next += m_random.exponential(m_rate);
        }
        return due;
    }

private:
    const FailureRate& draw()
    {
        std::uint32_t all = 0;
        for (const FailureRate& rate : publishedFailures())
            all += rate.interruptions;
        std::uint32_t ticket = m_random.below(all);
        for (const FailureRate& rate : publishedFailures()) {
            if (ticket < rate.interruptions)
                return rate;
            ticket -= rate.interruptions;
        }
        return publishedFailures().front();
    }

    double m_rate; ///< of the whole cluster, a second
    std::uint32_t m_gpus;
    Random m_random;
    double m_next;
};

} // namespace lockstep::sim
