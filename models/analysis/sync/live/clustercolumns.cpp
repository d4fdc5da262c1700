// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/live/clustercolumns.h"

#include "models/analysis/sync/tracking/steps/gputimespent.h"
#include "models/core/metrics/metricnames.h"

#include <cmath>

namespace lockstep {

void ClusterColumns::put(TickIndex tick, Derived& derived) const
{
    constexpr std::array<std::string_view, metricCount> names{metrics::cluster::goodput, metrics::cluster::gpusReserved,
                                                              metrics::cluster::gpusDelivering,
                                                              metrics::cluster::waitShare};
    for (std::size_t at = 0; at < metricCount; ++at)
        derived.addColumn(names[at], tick, 1).front() = m_values[at];
}

void ClusterColumns::add(const SyncSnapshot& snapshot, TickIndex tick, Derived& derived)
{
    const GpuTime time = gpuTimeOf(snapshot.recentTime());
    const Goodput goodput = goodputOf(time);
    if (std::isnan(goodput.ratio)) {
        m_last = -1;
        return;
    }
    if (m_last >= 0 && tick > m_last && tick - m_last <= longestHold) {
        for (TickIndex held = m_last + 1; held < tick; ++held)
            put(held, derived);
    }
    const auto ranks = static_cast<double>(snapshot.rankCount());
    m_values = {static_cast<float>(goodput.ratio), static_cast<float>(ranks), static_cast<float>(ranks * goodput.ratio),
                static_cast<float>(time.wait / time.reserved)};
    m_last = tick;
    put(tick, derived);
}

} // namespace lockstep
