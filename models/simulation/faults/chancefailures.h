// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/simulation/cluster/clusterspec.h"
#include "models/simulation/physics/random.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace lockstep::sim {

/// Effect of a failure on its machine.
enum class FailureEffect : std::uint8_t {
    GpuLost, ///< off the bus: XID 79, its telemetry stops
    GpuFault, ///< a kernel or firmware error; a reset restores the GPU
    MemoryFault, ///< uncorrectable memory error: XID 48, then 63 or 94
    LinkDown, ///< a leaf's link or the NIC's cable
    NicLost,
    HostLost, ///< the whole node stops reporting
    ProcessCrash, ///< software; the hardware is healthy
    Silent, ///< wrong results without any telemetry
};

struct FailureRate
{
    std::string_view component;
    std::uint32_t interruptions; ///< in 54 days of 16,384 GPUs
    FailureEffect effect;
    int xid; ///< 0: none logged
    bool needsRepair; ///< the node is removed; otherwise the job restarts on it
};

/// Root causes of the 419 unplanned interruptions of Llama 3 405B's training (Grattafiori et al., arXiv 2407.21783,
/// table 5), as counts. The effect of each on the hardware, and its XID, is our interpretation of NVIDIA's XID
/// catalogue.
[[nodiscard]] std::span<const FailureRate> publishedFailures();

/// Failures per GPU and second at the published rates: 419 in 54 days of 16,384 GPUs, one per 3.1 h for all of them.
[[nodiscard]] double publishedFailureRate();

/// A failure that is due.
struct DueFailure
{
    const FailureRate* kind;
    std::uint32_t gpu = 0; ///< of the cluster; a failed node or NIC is the one of this GPU
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
