// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/heatmap/timecells.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

std::int64_t floorDiv(std::int64_t a, std::int64_t b)
{
    return a / b - (a % b < 0 ? 1 : 0);
}

} // namespace

void TimeCells::setMetric(MetricId metric)
{
    if (std::exchange(m_metric, metric) != metric)
        m_columns.clear();
}

void TimeCells::setAggregate(std::optional<Aggregate> how)
{
    if (std::exchange(m_how, how) != how)
        m_columns.clear();
}

void TimeCells::setBins(CellBins bins, std::int64_t ticksPerColumn)
{
    m_bins = std::move(bins);
    m_ticksPerColumn = ticksPerColumn;
    m_columns.clear();
}

void TimeCells::clear()
{
    m_bins = {};
    m_columns.clear();
}

void TimeCells::invalidate(TickRange ticks)
{
    if (!ticks.isEmpty())
        m_columns.erase(m_columns.lower_bound(columnOf(ticks.from)), m_columns.upper_bound(columnOf(ticks.to - 1)));
}

void TimeCells::keepOnly(Column from, Column to)
{
    m_columns.erase(m_columns.begin(), m_columns.lower_bound(from));
    m_columns.erase(m_columns.lower_bound(to), m_columns.end());
}

TimeCells::Column TimeCells::columnOf(TickIndex tick) const
{
    return floorDiv(tick, m_ticksPerColumn);
}

const std::vector<float>* TimeCells::column(Column column) const
{
    const auto found = m_columns.find(column);
    return found == m_columns.end() ? nullptr : &found->second;
}

bool TimeCells::reduce(const ClusterStore& store, Column from, Column to, std::vector<Column>& changed,
                       std::chrono::microseconds budget)
{
    const TickRange held = store.ticks();
    if (held.isEmpty() || !m_metric.isValid())
        return true;
    const auto deadline = std::chrono::steady_clock::now() + budget;
    const Column oldest = std::max(from, columnOf(held.from));
    for (Column column = std::min(to - 1, columnOf(held.to - 1)); column >= oldest; --column) {
        if (m_columns.contains(column))
            continue;
        if (!changed.empty() && std::chrono::steady_clock::now() > deadline)
            return false;
        reduceColumn(store, column);
        changed.push_back(column);
    }
    return true;
}

void TimeCells::reduceColumn(const ClusterStore& store, Column column)
{
    std::vector<float>& cells = m_columns[column];
    cells.assign(m_bins.count(), noData);
    const TickRange held = store.ticks();
    const TickIndex from = std::max(column * m_ticksPerColumn, held.from);
    const TickIndex to = std::min((column + 1) * m_ticksPerColumn, held.to);
    const Aggregate how = m_how.value_or(aggregateFor(store.metrics().descriptor(m_metric).direction));
    m_ticks.clear();
    const auto cold = coldExtremesOf(store, m_metric, column, m_ticksPerColumn, how);
    if (cold)
        m_ticks.push_back(*cold);
    const TickRange hot = store.ticksInMemory();
    for (TickIndex tick = from; tick < to; ++tick) {
        if (!cold || hot.contains(tick))
            m_ticks.push_back(store.column(m_metric, tick));
    }
    m_bins.reduce(m_ticks, how, cells);
}

std::optional<std::span<const float>> coldExtremesOf(const ClusterStore& store, MetricId metric,
                                                     TimeCells::Column column, std::int64_t ticksPerColumn,
                                                     Aggregate how)
{
    if (how != Aggregate::Max && how != Aggregate::Min)
        return std::nullopt;
    return store.coldExtremes(metric, {column * ticksPerColumn, (column + 1) * ticksPerColumn},
                              how == Aggregate::Max ? Extreme::Highest : Extreme::Lowest);
}

} // namespace lockstep
