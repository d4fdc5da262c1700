// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/simulation/cluster/clusterspec.h"

#include <algorithm>
#include <vector>

namespace lockstep::sim {

/// The file system for checkpoints of all jobs. Concurrent writers share its bandwidth evenly, and a job is also
/// limited by its nodes' storage ports. Owned by the simulation.
class SharedStorage
{
public:
    explicit SharedStorage(StorageSpec spec) : m_spec(spec) { }

    /// Share of the system's bandwidth used from outside the cluster.
    void setContention(double share) { m_contention = std::clamp(share, 0.0, 0.99); }

    /// Bandwidth of a job that is the only writer.
    [[nodiscard]] double undisturbed(std::uint32_t nodes) const
    {
        return std::min(m_spec.writeGBps, m_spec.nodeGBps * nodes);
    }

    /// Mean bandwidth for a checkpoint of @p bytes that begins now and occupies the system until its end. It speeds up
    /// as earlier writers finish.
    double beginWrite(double nowSeconds, double bytes, std::uint32_t nodes)
    {
        std::erase_if(m_busyUntil, [nowSeconds](double until) { return until <= nowSeconds; });
        std::ranges::sort(m_busyUntil);
        const auto bytesPerSecond = [&](std::size_t others) {
            const double share = m_spec.writeGBps * (1 - m_contention) / (static_cast<double>(others) + 1);
            return std::min(share, m_spec.nodeGBps * nodes) * 1e9;
        };
        double end = nowSeconds;
        double left = bytes;
        for (std::size_t at = 0; at < m_busyUntil.size() && left > 0; ++at) {
            const double rate = bytesPerSecond(m_busyUntil.size() - at);
            const double until = std::min(m_busyUntil[at], end + left / rate);
            left = std::max(0.0, left - rate * (until - end));
            end = until;
        }
        end += left / bytesPerSecond(0);
        m_busyUntil.push_back(end);
        return bytes / (end - nowSeconds) * 1e-9;
    }

    [[nodiscard]] double contention() const { return m_contention; }

private:
    StorageSpec m_spec;
    double m_contention = 0;
    std::vector<double> m_busyUntil;
};

} // namespace lockstep::sim
