// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/past/results/resultcolumns.h"

#include <cmath>

namespace lockstep {

TickRange ResultColumns::take(const std::vector<DerivedColumn>& columns, const MetricTable& metrics)
{
    TickRange came{m_kept.to, m_kept.from};
    for (const DerivedColumn& column : columns) {
        const MetricId metric = metrics.find(column.metric.name);
        if (!metric.isValid() || !m_kept.contains(column.tick))
            continue;
        if (metric.value >= m_metrics.size())
            m_metrics.resize(metric.value + 1);
        Column& there = m_metrics[metric.value][column.tick];
        there.resize(std::max(there.size(), column.values.size()), noData);
        for (std::size_t entity = 0; entity < column.values.size(); ++entity)
            there[entity] = std::isnan(column.values[entity]) ? there[entity] : column.values[entity];
        came = {std::min(came.from, column.tick), std::max(came.to, column.tick + 1)};
    }
    return came.isEmpty() ? TickRange{} : came;
}

std::span<const float> ResultColumns::column(MetricId metric, TickIndex tick) const
{
    if (metric.value >= m_metrics.size())
        return {};
    const auto found = m_metrics[metric.value].find(tick);
    return found == m_metrics[metric.value].end() ? std::span<const float>() : found->second;
}

float ResultColumns::value(MetricId metric, std::uint32_t entity, TickIndex tick) const
{
    const std::span<const float> values = column(metric, tick);
    return entity < values.size() ? values[entity] : noData;
}

std::optional<std::span<const float>> ResultColumns::presence(TickIndex) const
{
    return std::nullopt;
}

} // namespace lockstep
