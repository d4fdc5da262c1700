// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/trafficanalysis.h"

#include "models/core/metrics/metricnames.h"
#include "models/core/span.h"
#include "models/store/clusterstore.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockstep {

std::shared_ptr<const TrafficAnalysis::Jobs> TrafficAnalysis::jobsOf(const ClusterStore& store)
{
    struct Found
    {
        std::uint32_t firstRank = Span::noRank;
        std::uint32_t firstNode = 0;
        std::set<std::uint32_t> nodes;
    };
    std::map<std::uint32_t, Found> found;
    for (const SpanLane& lane : store.spans().lanes()) {
        if (!lane.isReported || !lane.job.isValid() || lane.job.value == 0 || lane.rank == Span::noRank
            || !store.topology()->contains(lane.entity))
            continue;
        const EntityRef node = store.topology()->ancestor(lane.entity, EntityKind::Node);
        if (!node.isValid())
            continue;
        Found& job = found[lane.job.value];
        job.nodes.insert(node.index);
        if (lane.rank < job.firstRank) {
            job.firstRank = lane.rank;
            job.firstNode = node.index;
        }
    }
    auto jobs = std::make_shared<Jobs>();
    for (const auto& [name, job] : found)
        jobs->push_back({store.spans().names().name(NameId{name}),
                         {EntityKind::Node, job.firstNode},
                         {job.nodes.begin(), job.nodes.end()}});
    return jobs;
}

Analysis::Task TrafficAnalysis::take(const ClusterStore& store, const ChangeSet& changes)
{
    const MetricId transmit = store.metrics().find(metrics::port::transmit);
    if (changes.ticks.isEmpty() || !store.topology() || !transmit.isValid())
        return {};
    const TickRange ticks = m_ticks.take(store, 2 * store.topology()->count(EntityKind::Port));
    if (ticks.isEmpty())
        return {};
    if (!m_jobs || ticks.to > m_examined + lookAgainAfter || m_lanes != store.spans().lanes().size()) {
        m_jobs = jobsOf(store);
        m_examined = ticks.to;
        m_lanes = store.spans().lanes().size();
    }
    struct Read
    {
        TickIndex tick = 0;
        std::vector<float> transmit;
    };
    auto read = std::make_shared<std::vector<Read>>();
    for (TickIndex tick = ticks.from; tick < ticks.to; ++tick)
        read->push_back({tick, copyOfColumn(store, metrics::port::transmit, tick)});
    return [this, read, rates = copyOfColumn(store, metrics::port::rate, ticks.to - 1), jobs = m_jobs,
            topology = store.topology(), period = store.tickPeriod(), hasMore = m_ticks.hasMore()] {
        Result result;
        result.hasMore = hasMore;
        for (const Read& each : *read) {
            if (!each.transmit.empty())
                m_traffic.step({each.tick, timeOfTick(each.tick, period), *topology, *jobs, each.transmit, rates},
                               result.derived);
        }
        return result;
    };
}

} // namespace lockstep
