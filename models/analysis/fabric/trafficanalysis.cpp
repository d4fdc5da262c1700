// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/trafficanalysis.h"

#include "models/core/metrics/metricnames.h"
#include "models/core/span.h"
#include "models/store/clusterstore.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <utility>

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
    static constexpr std::string_view transmitted = metrics::port::transmit;
    using Read = std::pair<AnalysedTick, std::vector<float>>;
    auto read = std::make_shared<std::vector<Read>>();
    for (const AnalysedTick& tick : m_ticks.spaced(store, ticks, std::span(&transmitted, 1)))
        read->emplace_back(tick, m_ticks.column(store, transmitted, tick));
    auto rates = read->empty() ? std::vector<float>() : m_ticks.column(store, metrics::port::rate, read->back().first);
    return [this, read, rates = std::move(rates), jobs = m_jobs, topology = store.topology(),
            hasMore = m_ticks.hasMore()] {
        Result result;
        result.hasMore = hasMore;
        for (const auto& [tick, sent] : *read) {
            if (!sent.empty())
                m_traffic.step({tick.index, tick.time, *topology, *jobs, sent, rates, tick.seconds}, result.derived);
        }
        return result;
    };
}

} // namespace lockstep
