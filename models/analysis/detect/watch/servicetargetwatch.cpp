// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/servicetargetwatch.h"

#include "models/core/eventcodes.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr std::size_t firstTokenColumn = 0;
constexpr std::size_t perTokenColumn = 1;
constexpr std::size_t columnsToMedian = 2;
constexpr const char* targetWords[] = {"time to first token", "time per token"};

} // namespace

void ServiceTargetWatch::step(const WatchedTick& now, Derived& out)
{
    if (!now.topology->plan() || now.topology->plan()->serviceTargets.empty())
        return;
    const std::size_t count = now.topology->count(EntityKind::Job);
    std::vector<float> firstToken(count, noData);
    std::vector<float> perToken(count, noData);
    for (const ServiceTarget& target : now.topology->plan()->serviceTargets) {
        const EntityRef service = now.topology->find(EntityKind::Job, {}, target.service);
        if (!now.topology->contains(service))
            continue;
        if (target.timeToFirstToken > 0)
            firstToken[service.index]
                = judge(now, service, firstTokenColumn, target.timeToFirstToken, target.share, out);
        if (target.timePerToken > 0)
            perToken[service.index] = judge(now, service, perTokenColumn, target.timePerToken, target.share, out);
    }
    out.addColumn(metrics::serving::firstTokenBurn, now.storeTick, count) = std::move(firstToken);
    out.addColumn(metrics::serving::perTokenBurn, now.storeTick, count) = std::move(perToken);
}

float ServiceTargetWatch::judge(const WatchedTick& now, EntityRef service, std::size_t column, double atMost,
                                double share, Derived& out)
{
    const std::string& name = now.topology->name(service);
    Objective& objective = m_objectives[{name, column}];
    float value = now.value(column, service.index);
    if (std::isnan(value))
        value = now.value(column + columnsToMedian, service.index);
    const float missed = std::isnan(value) ? noData : static_cast<double>(value) > atMost ? 1.0F : 0.0F;
    objective.hour.add(missed, now.time, now.seconds);
    objective.recent.add(missed, now.time, now.seconds);

    const double allowed = 1 - share;
    const double alertShare = std::min(fastBurn * allowed, largestMissedShare);
    const bool isMissed = objective.hour.sum() >= alertShare * hourSeconds
        && objective.recent.sum() >= alertShare * objective.recent.seconds();
    const Episodes::Key key{service, std::string(watched[column])};
    const Episodes::Moment moment{now.tick, now.time, now.seconds};
    const auto news = isMissed ? m_episodes.found(key, rule, moment, Severity::Warning)
        : std::isnan(value)    ? m_episodes.notFound(key, rule, moment, Episodes::State::Unclear)
                               : m_episodes.notFound(key, rule, moment);
    const double hourShare = objective.hour.seconds() > 0 ? objective.hour.sum() / objective.hour.seconds() : 0;
    if (news.isBad() || news.isOver())
        out.events.push_back(
            {service,
             {now.time,
              news.isBad() ? Severity::Warning : Severity::Information,
              0,
              codes::targetMissed,
              fmt::format("{}: {} above {} for {} of the last hour, allowed {}", name, targetWords[column],
                          formatQuantity(atMost, Unit::Seconds), formatQuantity(hourShare, Unit::Ratio),
                          formatQuantity(allowed, Unit::Ratio)),
              {.value = hourShare, .baseline = allowed, .unit = Unit::Ratio}}});
    return objective.hour.seconds() < recentSeconds ? noData : static_cast<float>(hourShare / allowed);
}

} // namespace lockstep
