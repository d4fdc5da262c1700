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
#include <utility>

namespace lockstep {

/// Compares inference services with their targets in the cluster file, at the 99th percentile or, where none is
/// reported, at the median. Computes the burn rate of the last hour: share of the time above the target / share that
/// may be above it. Reports target.missed while the burn rates of both the last hour and the last minutes would use up
/// a thirty-day budget in two days. A plain value, used by the analysis's worker.
class ServiceTargetWatch
{
public:
    static constexpr std::array<std::string_view, 4> watched{
        metrics::serving::timeToFirstTokenTail, metrics::serving::timePerTokenTail, metrics::serving::timeToFirstToken,
        metrics::serving::timePerToken};
    static constexpr double hourSeconds = 3600;
    static constexpr double recentSeconds = 300;
    static constexpr double fastBurn = 14.4; ///< Google's SRE workbook, chapter 5: 2 % of 30 days in one hour
    static constexpr double largestMissedShare = 0.9; ///< no alert requires more, even with a loose target
    static constexpr EpisodeRule rule{.lasts = 1, .calm = 600};

    void step(const WatchedTick& now, Derived& out);

private:
    struct Objective
    {
        SlidingSum hour{hourSeconds}; ///< of 1 while the target is missed, otherwise 0
        SlidingSum recent{recentSeconds};
    };

    /// @param column of the 99th percentile; the median is two columns further @return the burn rate; NaN: unknown
    [[nodiscard]] float judge(const WatchedTick& now, EntityRef service, std::size_t column, double atMost,
                              double share, Derived& out);

    std::map<std::pair<std::string, std::size_t>, Objective> m_objectives; ///< by service and column
    Episodes m_episodes;
};

} // namespace lockstep
