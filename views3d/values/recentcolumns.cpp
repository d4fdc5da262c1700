// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/values/recentcolumns.h"

#include "models/store/settledticks.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

/// Number of ticks by which an analysis may be behind @p newest; 0 for measured metrics.
std::int64_t ticksLate(const ClusterStore& store, MetricId metric, TickIndex newest)
{
    if (!metric.isValid() || store.metrics().descriptor(metric).derivation.empty())
        return 0;
    const TickIndex settled = store.ticks().to - 1 - (SettledTicks::settledAfter + 1);
    return std::max<std::int64_t>(newest - settled, 0);
}

} // namespace

std::int64_t ticksHeld(const NodeIdentity* identity, Duration tickPeriod, bool following)
{
    const Duration period = identity != nullptr ? std::max(identity->tickPeriod, tickPeriod) : tickPeriod;
    const std::int64_t ticks = std::clamp<std::int64_t>(period / tickPeriod, 1, 60);
    return following ? 2 * ticks : ticks;
}

RecentColumns::RecentColumns(const ClusterStore& store, MetricId metric, TickIndex newest)
    : m_store(store), m_metric(metric), m_newest(newest), m_late(ticksLate(store, metric, newest))
{ }

float RecentColumns::value(std::uint32_t entity, std::int64_t held)
{
    for (std::int64_t back = 0; back < held + m_late; ++back) {
        while (std::ssize(m_columns) <= back)
            m_columns.push_back(m_store.column(m_metric, m_newest - std::ssize(m_columns)));
        const auto column = m_columns[static_cast<std::size_t>(back)];
        if (entity < column.size() && !std::isnan(column[entity]))
            return column[entity];
    }
    return noData;
}

} // namespace lockstep
