// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/clusteranalysis.h"

#include "models/core/metrics/metricnames.h"
#include "models/ingest/derived.h"
#include "models/store/clusterstore.h"

#include <cmath>
#include <memory>
#include <string_view>

namespace lockstep {

namespace {

/// The first that is measured sets the pace.
constexpr std::string_view figuresOfAll[]{metrics::gpu::power, metrics::node::power, metrics::gpu::utilisation};
constexpr double energySeconds = 3600;

struct SumOfAll
{
    double sum = 0;
    std::size_t count = 0;
};

SumOfAll sumOfAll(const std::vector<float>& values)
{
    SumOfAll sum;
    for (const float value : values) {
        if (std::isnan(value))
            continue;
        sum.sum += static_cast<double>(value);
        ++sum.count;
    }
    return sum;
}

} // namespace

Analysis::Task ClusterAnalysis::take(const ClusterStore& store, const ChangeSet& changes)
{
    if (changes.ticks.isEmpty() || !store.topology() || store.topology()->count(EntityKind::Cluster) == 0)
        return {};
    const std::size_t floats = 2 * store.topology()->count(EntityKind::Gpu) + store.topology()->count(EntityKind::Node);
    const TickRange ticks = m_ticks.take(store, floats);
    if (ticks.isEmpty())
        return {};
    auto read = std::make_shared<std::vector<Read>>();
    for (const AnalysedTick& tick : m_ticks.spaced(store, ticks, figuresOfAll))
        read->push_back(
            {tick.storeTick, static_cast<double>(tick.seconds), m_ticks.column(store, metrics::gpu::utilisation, tick),
             m_ticks.column(store, metrics::node::power, tick), m_ticks.column(store, metrics::gpu::power, tick)});
    return [this, read, hasMore = m_ticks.hasMore()] {
        Result result;
        result.hasMore = hasMore;
        for (const Read& each : *read)
            sumUp(each, result.derived);
        return result;
    };
}

void ClusterAnalysis::sumUp(const Read& read, Derived& derived)
{
    // After a gap or a restart of time, the hour begins anew.
    if (static_cast<double>(read.tick - m_lastTick) > 60 || read.tick <= m_lastTick) {
        m_lastHour.clear();
        m_sum = {};
        m_power = {};
    }
    m_lastTick = read.tick;
    if (const SumOfAll utilisation = sumOfAll(read.utilisation); utilisation.count > 0)
        derived.addColumn(metrics::cluster::gpuUtilisation, read.tick, 1).front()
            = static_cast<float>(utilisation.sum / static_cast<double>(utilisation.count));
    const float power = m_power.add(sumOfAll(read.nodePower).count > 0 ? read.nodePower : read.gpuPower, read.seconds);
    if (std::isnan(power))
        return;
    derived.addColumn(metrics::cluster::power, read.tick, 1).front() = power;
    m_lastHour.push_back({read.seconds, static_cast<double>(power) * read.seconds});
    m_sum.seconds += read.seconds;
    m_sum.joules += m_lastHour.back().joules;
    while (m_sum.seconds - m_lastHour.front().seconds >= energySeconds) {
        m_sum.seconds -= m_lastHour.front().seconds;
        m_sum.joules -= m_lastHour.front().joules;
        m_lastHour.pop_front();
    }
    if (m_sum.seconds >= energySeconds)
        derived.addColumn(metrics::cluster::energy, read.tick, 1).front() = static_cast<float>(m_sum.joules);
}

} // namespace lockstep
