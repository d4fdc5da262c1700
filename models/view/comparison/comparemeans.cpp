// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/comparison/comparemeans.h"

#include "models/core/metric.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

/// Approximate limit per turn of the event loop; at least one step is done.
constexpr std::chrono::microseconds turnBudget{800};

} // namespace

CompareMeans::CompareMeans(QObject* parent) : QObject(parent), m_turn(new QTimer(this))
{
    m_turn->setInterval(0);
    connect(m_turn, &QTimer::timeout, this, &CompareMeans::turn);
}

void CompareMeans::reset(const ColumnSource* source, TickRange ticks)
{
    m_turn->stop();
    m_source = source;
    m_ticks = ticks;
    m_columns.clear();
    m_values.clear();
    m_wantedColumns.clear();
    m_wantedValues.clear();
}

void CompareMeans::goOn()
{
    if (isBusy())
        m_turn->start();
}

std::span<const float> CompareMeans::column(MetricId metric) const
{
    if (m_source == nullptr)
        return {};
    const auto [known, isNew] = m_columns.try_emplace(metric.value);
    if (isNew) {
        known->second.next = m_ticks.from;
        m_wantedColumns.insert(m_wantedColumns.begin(), metric.value);
        m_turn->start();
    }
    return known->second.means;
}

float CompareMeans::value(MetricId metric, std::uint32_t entity) const
{
    if (m_source == nullptr)
        return noData;
    const EntityKey key{metric.value, entity};
    if (const auto known = m_values.find(key); known != m_values.end())
        return known->second;
    if (const auto all = m_columns.find(metric.value); all != m_columns.end() && !all->second.means.empty())
        return entity < all->second.means.size() ? all->second.means[entity] : noData;
    if (std::ranges::find(m_wantedValues, key) == m_wantedValues.end()) {
        m_wantedValues.push_back(key);
        m_turn->start();
    }
    return noData;
}

/// Single values first, because they are few and fast. Columns that must be read from disk wait until goOn().
void CompareMeans::turn()
{
    const Clock::time_point until = Clock::now() + turnBudget;
    bool hasCome = false;
    bool isStuck = true;
    for (std::size_t at = 0; at < m_wantedValues.size() && Clock::now() < until;) {
        const bool isKnown = advanceValue(m_wantedValues[at]);
        hasCome |= isKnown;
        if (isKnown)
            m_wantedValues.erase(m_wantedValues.begin() + static_cast<std::ptrdiff_t>(at));
        else
            ++at;
    }
    for (std::size_t at = 0; at < m_wantedColumns.size() && Clock::now() < until;) {
        Sum& sum = m_columns[m_wantedColumns[at]];
        const TickIndex before = sum.next;
        const bool isWhole = advance(MetricId{m_wantedColumns[at]}, sum, until);
        isStuck &= sum.next == before;
        if (isWhole) {
            sum.means = meansOf(sum);
            m_wantedColumns.erase(m_wantedColumns.begin() + static_cast<std::ptrdiff_t>(at));
            hasCome = true;
        } else {
            ++at;
        }
    }
    if (!isBusy() || (isStuck && !hasCome && Clock::now() < until))
        m_turn->stop();
    if (hasCome)
        Q_EMIT came();
}

/// @return true when all ticks have been added
bool CompareMeans::advance(MetricId metric, Sum& sum, Clock::time_point until) const
{
    for (bool isFirst = true; sum.next < m_ticks.to && (isFirst || Clock::now() < until); isFirst = false) {
        const std::span<const float> column = m_source->column(metric, sum.next);
        if (column.empty() && m_source->available(metric, {sum.next, sum.next + 1}) == Availability::Pending)
            return false;
        if (sum.sums.size() < column.size()) {
            sum.sums.resize(column.size());
            sum.counts.resize(column.size());
        }
        for (std::size_t at = 0; at < column.size(); ++at) {
            const bool isThere = !std::isnan(column[at]);
            sum.sums[at] += isThere ? static_cast<double>(column[at]) : 0.0;
            sum.counts[at] += isThere ? 1 : 0;
        }
        ++sum.next;
    }
    return sum.next >= m_ticks.to;
}

bool CompareMeans::advanceValue(EntityKey key)
{
    const MetricId metric{key.first};
    if (m_source->available(metric, m_ticks) == Availability::Pending)
        return false;
    m_source->series(metric, key.second, m_ticks, m_series);
    if (m_source->available(metric, m_ticks) == Availability::Pending) // reading has requested it
        return false;
    double sum = 0;
    std::size_t count = 0;
    for (const float each : m_series) {
        sum += std::isnan(each) ? 0.0 : static_cast<double>(each);
        count += std::isnan(each) ? 0 : 1;
    }
    m_values[key] = count == 0 ? noData : static_cast<float>(sum / static_cast<double>(count));
    return true;
}

std::vector<float> CompareMeans::meansOf(const Sum& sum)
{
    // An empty result would mean "not known yet".
    std::vector<float> means(std::max<std::size_t>(sum.sums.size(), 1), noData);
    for (std::size_t at = 0; at < sum.sums.size(); ++at) {
        if (sum.counts[at] > 0)
            means[at] = static_cast<float>(sum.sums[at] / sum.counts[at]);
    }
    return means;
}

} // namespace lockstep

#include "moc_comparemeans.cpp"
