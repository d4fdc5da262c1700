// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/detect/watch/watchanalysis.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/time.h"
#include "models/core/topology/siteplan.h"

#include <deque>

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace lockstep {

/// Integral of a quantity over the last period, in pieces of a minute. Missing values count neither as zero nor as
/// time. A plain value.
class SlidingSum
{
public:
    explicit SlidingSum(double periodSeconds) : m_period(durationOfSeconds(periodSeconds)) { }

    /// @param value since the last call; NaN: no data  @param seconds length of that time
    void add(float value, TimePoint now, float seconds);
    [[nodiscard]] double seconds() const; ///< with data
    [[nodiscard]] double sum() const; ///< value × seconds

private:
    struct Piece
    {
        TimePoint begin;
        double seconds = 0;
        double sum = 0;
    };

    Duration m_period;
    std::deque<Piece> m_pieces;
};

/// Detects missed targets of the cluster file (target.missed): goodput and utilisation of the cluster over the last
/// hour, GPU hours that a tenant or the cluster used in the last day, and response times of inference services, at the
/// 99th percentile or, where none is reported, at the median. The goodput of tenants is checked in their report only. A
/// plain value, used by the analysis's worker.
///
/// The burn rate of a service over a window is the fraction of the window in which its response time exceeds the
/// target, divided by the allowed fraction. The target is missed while the burn rates over the last hour and over the
/// last few minutes would both use up a thirty-day budget in two days.
class TargetWatch
{
public:
    /// Services come first: their interval is the shortest and determines that of the watch.
    static constexpr std::array<std::string_view, 7> watched{
        metrics::serving::timeToFirstTokenTail, metrics::serving::timePerTokenTail, metrics::serving::timeToFirstToken,
        metrics::serving::timePerToken,         metrics::tenant::gpusAllocated,     metrics::cluster::goodput,
        metrics::cluster::gpusReserved};
    static constexpr double hourSeconds = 3600;
    static constexpr double daySeconds = 86400;
    static constexpr double recentSeconds = 300;
    static constexpr double fastBurn = 14.4; ///< Google's SRE workbook, chapter 5: 2 % of 30 days in one hour
    static constexpr double maxMissedShare = 0.9; ///< no alert requires more, even with a loose target
    static constexpr EpisodeRule rule{.lasts = 1, .calm = 600};

    void step(const WatchedTick& now, Derived& out);

private:
    struct Objective
    {
        SlidingSum hour{hourSeconds}; ///< of 1 while the target is missed, otherwise 0
        SlidingSum recent{recentSeconds};
    };

    /// The mean of a quantity of the cluster over the last hour.
    void judgeHour(const WatchedTick& now, std::string_view what, float value, double atLeast, Derived& out);
    void judgeBudget(const WatchedTick& now, const Target& target, Derived& out);
    void judgeServices(const WatchedTick& now, Derived& out);
    /// @param column of the 99th percentile; the median is two columns further @return the burn rate; NaN: unknown
    [[nodiscard]] float judge(const WatchedTick& now, EntityRef service, std::size_t column, double atMost,
                              double share, Derived& out);
    /// @param isMissed nullopt: unknown
    void report(const WatchedTick& now, EntityRef entity, std::string_view what, std::optional<bool> isMissed,
                std::string text, EventFields fields, Derived& out);

    std::map<std::string_view, SlidingSum> m_hours; ///< by quantity of the cluster
    std::map<std::string, SlidingSum> m_used; ///< by tenant; empty: the cluster
    std::map<std::pair<std::string, std::size_t>, Objective> m_objectives; ///< by service and column
    Episodes m_episodes;
};

} // namespace lockstep
