// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/values/hallloops.h"

#include "models/analysis/causality/alertboard.h"
#include "models/core/metrics/limits.h"
#include "models/core/metrics/metricnames.h"
#include "models/view/cursorvalues.h"
#include "views3d/values/recentcolumns.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>

namespace lockstep {

namespace {

constexpr std::int64_t loopTicksHeld = 3;

void judgeByLimits(const ClusterStore& store, TickIndex tick, std::vector<HallLoop>& loops)
{
    for (const MetricId metric : store.metrics().ofKind(EntityKind::Loop)) {
        const MetricDescriptor& descriptor = store.metrics().descriptor(metric);
        if (!descriptor.warning && !descriptor.critical)
            continue;
        RecentColumns columns(store, metric, tick);
        for (HallLoop& loop : loops)
            loop.severity
                = std::max(loop.severity, severityOf(descriptor, columns.value(loop.loop.index, loopTicksHeld)));
    }
}

void judgeByAlerts(const AlertBoard& alerts, TimePoint moment, std::vector<HallLoop>& loops)
{
    for (const Alert& alert : alerts.at(moment)) {
        for (const EntityRef entity : alert.entities) {
            const bool isLoop = entity.kind == EntityKind::Loop && entity.index < loops.size();
            if (isLoop && alert.state != Alert::State::Cleared)
                loops[entity.index].severity = std::max(loops[entity.index].severity, std::optional(alert.severity));
        }
    }
}

void measureRise(const ClusterStore& store, TickIndex tick, std::vector<HallLoop>& loops)
{
    const MetricId supply = store.metrics().find(metrics::loop::supplyTemperature);
    const MetricId back = store.metrics().find(metrics::loop::returnTemperature);
    if (!supply.isValid() || !back.isValid())
        return;
    RecentColumns cold(store, supply, tick);
    RecentColumns warm(store, back, tick);
    for (HallLoop& loop : loops) {
        const float rise = warm.value(loop.loop.index, loopTicksHeld) - cold.value(loop.loop.index, loopTicksHeld);
        loop.rise = std::isnan(rise) ? 0 : rise;
    }
}

} // namespace

std::vector<HallLoop> loopsWorstFirst(const ClusterStore& store, const Topology& shown, const AlertBoard* alerts,
                                      TimePoint moment, bool following)
{
    std::vector<HallLoop> loops;
    for (std::uint32_t index = 0; index < shown.count(EntityKind::Loop); ++index)
        loops.push_back({{EntityKind::Loop, index}, std::nullopt, 0});
    if (loops.empty())
        return loops;
    const TickIndex tick = following ? newestOr(store, std::nullopt) : tickAt(store, moment);
    judgeByLimits(store, tick, loops);
    if (alerts != nullptr)
        judgeByAlerts(*alerts, following ? store.now() : moment, loops);
    measureRise(store, tick, loops);
    std::ranges::stable_sort(loops, std::greater{},
                             [](const HallLoop& loop) { return std::tuple(loop.severity, loop.rise); });
    return loops;
}

} // namespace lockstep
