// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipeline/steppedpipeline.h"

#include "models/analysis/pipeline/analysistable.h"
#include "models/core/metrics/pointwise.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace lockstep {

namespace {

/// Nobody looks back here. Analyses see what comes as it comes, and a little before that where it came late.
StoreLimits steppedLimits(Duration tickPeriod)
{
    return {tickPeriod, 120 * tickPeriod, std::size_t{64} << 20U};
}

} // namespace

SteppedPipeline::SteppedPipeline(Duration tickPeriod, const TopologyPtr& topology,
                                 std::span<const std::string> analyses)
    : m_cluster(steppedLimits(tickPeriod)), m_host(m_cluster)
{
    if (topology)
        m_cluster.setTopology(topology);
    for (const AnalysisRow& row : analysisTable()) {
        if (std::ranges::find(analyses, row.name) != analyses.end())
            m_host.add(row.make({m_sync, m_fabric}));
    }
    QObject::connect(&m_cluster, &ClusterModel::derivedApplied, &m_host, [this](const Derived& derived) {
        m_found.columns.insert(m_found.columns.end(), derived.columns.begin(), derived.columns.end());
        m_found.events.insert(m_found.events.end(), derived.events.begin(), derived.events.end());
    });
}

void SteppedPipeline::take(std::span<const BatchPtr> batches, TimePoint now, const std::stop_token& stop)
{
    m_cluster.apply(batches, now);
    while (m_host.isBusy() && !stop.stop_requested())
        m_loop.processEvents(QEventLoop::WaitForMoreEvents);
}

/// What follows pointwise from what was found can be computed by no reader of the recording alone.
void SteppedPipeline::addPointwise(Derived& found) const
{
    const ClusterStore& store = m_cluster.store();
    std::map<MetricId, std::set<TickIndex>> ticks; // by pointwise metric
    for (const PointwiseMetric& row : pointwiseMetrics()) {
        const MetricId metric = store.metrics().find(row.descriptor.name);
        for (const DerivedColumn& column : found.columns) {
            if (metric.isValid() && std::ranges::find(row.inputs, column.metric.name) != row.inputs.end())
                ticks[metric].insert(column.tick);
        }
    }
    for (const auto& [metric, all] : ticks) {
        for (const TickIndex tick : all) {
            if (const auto values = store.column(metric, tick); !values.empty())
                found.columns.push_back({store.metrics().descriptor(metric), tick, {values.begin(), values.end()}, {}});
        }
    }
}

Derived SteppedPipeline::takeFound()
{
    Derived found = std::exchange(m_found, {});
    addPointwise(found);
    return found;
}

} // namespace lockstep
