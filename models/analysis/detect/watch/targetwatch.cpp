// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/targetwatch.h"

#include "models/core/eventcodes.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace lockstep {

namespace {

constexpr std::size_t allocatedColumn = 0;
constexpr std::size_t goodputColumn = 1;
constexpr std::size_t reservedColumn = 2;
constexpr double wellSeen = 0.9; ///< share of the hour with data, to have a mean

} // namespace

void TargetWatch::step(const WatchedTick& now, Derived& out)
{
    if (!now.topology->plan())
        return;
    for (const Target& target : now.topology->plan()->targets) {
        if (target.tenant.empty() && target.goodput > 0)
            judgeGoodput(now, target, out);
        if (target.gpuHoursPerDay > 0)
            judgeBudget(now, target, out);
    }
}

void TargetWatch::judgeGoodput(const WatchedTick& now, const Target& target, Derived& out)
{
    m_goodput.add(now.value(goodputColumn, 0), now.time, now.seconds);
    const double seconds = m_goodput.seconds();
    if (seconds < wellSeen * hourSeconds)
        return;
    const double mean = m_goodput.sum() / seconds;
    judge(now, {EntityKind::Cluster, 0}, "goodput", mean < target.goodput,
          fmt::format("Cluster: goodput {} in the last hour, target {}", formatQuantity(mean, Unit::Ratio),
                      formatQuantity(target.goodput, Unit::Ratio)),
          {.value = mean, .baseline = target.goodput, .unit = Unit::Ratio}, out);
}

void TargetWatch::judgeBudget(const WatchedTick& now, const Target& target, Derived& out)
{
    const EntityRef entity = target.tenant.empty() ? EntityRef{EntityKind::Cluster, 0}
                                                   : now.topology->find(EntityKind::Tenant, {}, target.tenant);
    if (!now.topology->contains(entity))
        return;
    SlidingSum& used = m_used.try_emplace(target.tenant, daySeconds).first->second;
    used.add(now.value(target.tenant.empty() ? reservedColumn : allocatedColumn, entity.index), now.time, now.seconds);
    const double hours = used.sum() / hourSeconds;
    judge(now, entity, "budget", hours > target.gpuHoursPerDay,
          fmt::format("{}: {}\u2009GPU h in the last day, budget {}\u2009GPU h",
                      target.tenant.empty() ? "Cluster" : target.tenant, formatNumber(hours),
                      formatNumber(target.gpuHoursPerDay)),
          {.value = hours, .baseline = target.gpuHoursPerDay}, out);
}

void TargetWatch::judge(const WatchedTick& now, EntityRef entity, const std::string& what, bool isMissed,
                        const std::string& text, EventFields fields, Derived& out)
{
    const Episodes::Key key{entity, what};
    const Episodes::Moment moment{now.tick, now.time, now.seconds};
    const auto news
        = isMissed ? m_episodes.found(key, rule, moment, Severity::Warning) : m_episodes.notFound(key, rule, moment);
    if (news.isBad() || news.isOver())
        out.events.push_back({entity,
                              {now.time, news.isBad() ? Severity::Warning : Severity::Information, 0,
                               codes::targetMissed, text, std::move(fields)}});
}

} // namespace lockstep
