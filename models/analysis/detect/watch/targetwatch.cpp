// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/targetwatch.h"

#include "models/core/eventcodes.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr Duration pieceLength = std::chrono::minutes(1);

constexpr std::size_t firstTokenColumn = 0;
constexpr std::size_t perTokenColumn = 1;
constexpr std::size_t columnsToMedian = 2;
constexpr std::size_t allocatedColumn = 4;
constexpr std::size_t goodputColumn = 5;
constexpr std::size_t reservedColumn = 6;
constexpr const char* responseWords[] = {"time to first token", "time per token"};
constexpr double wellSeen = 0.9; ///< share of the period with data, to have a mean

/// According to the scheduler or to the jobs' ranks, whichever is more; NaN: unknown.
float shareOfGpusHeld(const WatchedTick& now)
{
    float allocated = noData;
    for (const float each : now.columns[allocatedColumn])
        allocated = std::isnan(each) ? allocated : std::fmax(allocated, 0.0F) + each;
    const auto gpus = static_cast<float>(now.topology->count(EntityKind::Gpu));
    return gpus > 0 ? std::fmax(allocated, now.value(reservedColumn, 0)) / gpus : noData;
}

} // namespace

void SlidingSum::add(float value, TimePoint now, float seconds)
{
    while (!m_pieces.empty() && m_pieces.front().begin < now - m_period)
        m_pieces.pop_front();
    if (std::isnan(value))
        return;
    if (m_pieces.empty() || m_pieces.back().begin + pieceLength <= now)
        m_pieces.push_back({now, 0, 0});
    m_pieces.back().seconds += static_cast<double>(seconds);
    m_pieces.back().sum += static_cast<double>(value) * static_cast<double>(seconds);
}

double SlidingSum::seconds() const
{
    double all = 0;
    for (const Piece& piece : m_pieces)
        all += piece.seconds;
    return all;
}

double SlidingSum::sum() const
{
    double all = 0;
    for (const Piece& piece : m_pieces)
        all += piece.sum;
    return all;
}

void TargetWatch::step(const WatchedTick& now, Derived& out)
{
    if (!now.topology->plan())
        return;
    for (const Target& target : now.topology->plan()->targets) {
        if (target.tenant.empty() && target.goodput > 0)
            judgeHour(now, "goodput", now.value(goodputColumn, 0), target.goodput, out);
        if (target.tenant.empty() && target.utilisation > 0)
            judgeHour(now, "utilisation", shareOfGpusHeld(now), target.utilisation, out);
        if (target.gpuHoursPerDay > 0)
            judgeBudget(now, target, out);
    }
    const auto services = std::span(now.columns).first(allocatedColumn);
    if (!now.topology->plan()->serviceTargets.empty()
        && std::ranges::any_of(services, [](const auto& column) { return !column.empty(); }))
        judgeServices(now, out);
}

void TargetWatch::judgeHour(const WatchedTick& now, std::string_view what, float value, double atLeast, Derived& out)
{
    SlidingSum& hour = m_hours.try_emplace(what, hourSeconds).first->second;
    hour.add(value, now.time, now.seconds);
    const double seconds = hour.seconds();
    if (seconds < wellSeen * hourSeconds)
        return;
    const double mean = hour.sum() / seconds;
    report(now, {EntityKind::Cluster, 0}, what, mean < atLeast,
           fmt::format("Cluster: {} {} in the last hour, target {}", what, formatQuantity(mean, Unit::Ratio),
                       formatQuantity(atLeast, Unit::Ratio)),
           {.value = mean, .baseline = atLeast, .unit = Unit::Ratio}, out);
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
    report(now, entity, "budget", hours > target.gpuHoursPerDay,
           fmt::format("{}: {}\u2009GPU h in the last day, budget {}\u2009GPU h",
                       target.tenant.empty() ? "Cluster" : target.tenant, formatNumber(hours),
                       formatNumber(target.gpuHoursPerDay)),
           {.value = hours, .baseline = target.gpuHoursPerDay}, out);
    if (target.tenant.empty() || target.utilisation <= 0 || used.seconds() < wellSeen * daySeconds)
        return;
    const double share = hours / target.gpuHoursPerDay;
    report(now, entity, "utilisation", share < target.utilisation,
           fmt::format("{}: {} of its budget used in the last day, target {}", target.tenant,
                       formatQuantity(share, Unit::Ratio), formatQuantity(target.utilisation, Unit::Ratio)),
           {.value = share, .baseline = target.utilisation, .unit = Unit::Ratio}, out);
}

void TargetWatch::judgeServices(const WatchedTick& now, Derived& out)
{
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

float TargetWatch::judge(const WatchedTick& now, EntityRef service, std::size_t column, double atMost, double share,
                         Derived& out)
{
    Objective& objective = m_objectives[{now.topology->name(service), column}];
    float value = now.value(column, service.index);
    if (std::isnan(value))
        value = now.value(column + columnsToMedian, service.index);
    const float missed = std::isnan(value) ? noData : static_cast<double>(value) > atMost ? 1.0F : 0.0F;
    objective.hour.add(missed, now.time, now.seconds);
    objective.recent.add(missed, now.time, now.seconds);

    const double allowed = 1 - share;
    const double alertShare = std::min(fastBurn * allowed, maxMissedShare);
    const bool isMissed = objective.hour.sum() >= alertShare * hourSeconds
        && objective.recent.sum() >= alertShare * objective.recent.seconds();
    const double hourShare = objective.hour.seconds() > 0 ? objective.hour.sum() / objective.hour.seconds() : 0;
    report(now, service, watched[column], isMissed || !std::isnan(value) ? std::optional(isMissed) : std::nullopt,
           fmt::format("{}: {} above {} for {} of the last hour, limit {}", now.topology->name(service),
                       responseWords[column], formatQuantity(atMost, Unit::Seconds),
                       formatQuantity(hourShare, Unit::Ratio), formatQuantity(allowed, Unit::Ratio)),
           {.value = hourShare, .baseline = allowed, .unit = Unit::Ratio}, out);
    return objective.hour.seconds() < recentSeconds ? noData : static_cast<float>(hourShare / allowed);
}

void TargetWatch::report(const WatchedTick& now, EntityRef entity, std::string_view what, std::optional<bool> isMissed,
                         std::string text, EventFields fields, Derived& out)
{
    const Episodes::Key key{entity, std::string(what)};
    const auto state = isMissed ? Episodes::State::Healthy : Episodes::State::Unclear;
    const auto news = isMissed.value_or(false) ? m_episodes.found(key, rule, now, Severity::Warning)
                                               : m_episodes.notFound(key, rule, now, state);
    if (news.isBad() || news.isOver())
        out.events.push_back({entity,
                              {now.time, news.isBad() ? Severity::Warning : Severity::Information, 0,
                               codes::targetMissed, std::move(text), std::move(fields)}});
}

} // namespace lockstep
