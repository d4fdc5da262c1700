// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/detect/watch/slidingsum.h"
#include "models/analysis/detect/watch/watchanalysis.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/topology/siteplan.h"

#include <array>
#include <map>
#include <string>
#include <string_view>

namespace lockstep {

/// Detects missed targets of the cluster file (target.missed): goodput of the cluster over the last hour, and GPU hours
/// that a tenant or the cluster used in the last day. Goodput and utilisation of tenants are in their report. A plain
/// value, used by the analysis's worker.
class TargetWatch
{
public:
    static constexpr std::array<std::string_view, 3> watched{metrics::tenant::gpusAllocated, metrics::cluster::goodput,
                                                             metrics::cluster::gpusReserved};
    static constexpr double hourSeconds = 3600;
    static constexpr double daySeconds = 86400;
    static constexpr EpisodeRule rule{.lasts = 1, .calm = 600};

    void step(const WatchedTick& now, Derived& out);

private:
    void judge(const WatchedTick& now, EntityRef entity, const std::string& what, bool isMissed,
               const std::string& text, EventFields fields, Derived& out);
    void judgeGoodput(const WatchedTick& now, const Target& target, Derived& out);
    void judgeBudget(const WatchedTick& now, const Target& target, Derived& out);

    SlidingSum m_goodput{hourSeconds};
    std::map<std::string, SlidingSum> m_used; ///< by tenant; empty: the cluster
    Episodes m_episodes;
};

} // namespace lockstep
