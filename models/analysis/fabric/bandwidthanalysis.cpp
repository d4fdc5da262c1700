// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/bandwidthanalysis.h"

#include "models/core/metrics/metricnames.h"
#include "models/core/topology/references.h"
#include "models/store/clusterstore.h"
#include "models/store/settledticks.h"

#include <cmath>
#include <map>
#include <utility>

namespace lockstep {

Analysis::Task BandwidthAnalysis::take(const ClusterStore& store, const ChangeSet& changes)
{
    const SpanStore& spans = store.spans();
    const TickRange held = store.ticksToAnalyse();
    if (!store.topology() || held.isEmpty() || (!changes.spans && changes.ticks.isEmpty()))
        return {};
    const TickIndex tick = held.to - SettledTicks::settledAfter - 1;
    if (tick == m_lastTick || tick < held.from)
        return {}; // once per tick
    m_lastTick = tick;
    auto news = std::make_shared<News>();
    if (std::exchange(m_generation, spans.generation()) != spans.generation()) {
        m_nextArrival = m_knownLanes = 0;
        news->isRestart = true;
    }
    news->topology = store.topology();
    news->tick = tick;
    news->nowNs = timeOfTick(tick, store.tickPeriod()).time_since_epoch().count();
    std::vector<ArrivedSpan> arrived;
    spans.arrivals().copyFrom(m_nextArrival, arrived);
    m_nextArrival = spans.arrivals().end();
    for (const ArrivedSpan& each : arrived) {
        if (const auto part = collectivePart(each.lane, each.span, spans.names().name(NameId{each.span.op})))
            news->parts.push_back(*part);
    }
    for (; m_knownLanes < spans.lanes().size(); ++m_knownLanes) {
        const SpanLane& lane = spans.lanes()[m_knownLanes];
        news->lanes.push_back(lane.entity);
        news->jobs.push_back(lane.job.isValid() ? spans.names().name(lane.job) : std::string());
    }
    if (spans.lanes().empty())
        return {};
    news->lineRates = copyOfColumn(store, metrics::port::rate, tick);
    return [this, news] {
        takeNews(*news);
        auto flows = std::make_shared<const std::vector<CommunicatorFlow>>(
            m_flows.flows(news->nowNs, *news->topology, news->lineRates));
        Result result;
        result.derived = columnsOf(*flows, *news);
        addJobColumns(*flows, *news, result.derived);
        result.publish = [fabricResults = m_fabricResults, flows = std::move(flows)] {
            if (fabricResults)
                fabricResults->publish(flows);
        };
        return result;
    };
}

void BandwidthAnalysis::takeNews(const News& news)
{
    if (news.isRestart) {
        m_flows.clear();
        m_jobs.clear();
    }
    m_jobs.insert(m_jobs.end(), news.jobs.begin(), news.jobs.end());
    for (const EntityRef entity : news.lanes)
        m_flows.addLane(entity);
    for (const CollectivePart& part : news.parts)
        m_flows.add(part);
}

Derived BandwidthAnalysis::columnsOf(const std::vector<CommunicatorFlow>& flows, const News& news)
{
    const std::size_t gpus = news.topology->count(EntityKind::Gpu);
    Derived derived;
    derived.columns.reserve(3);
    auto& reached = derived.addColumn(metrics::gpu::collectiveBandwidth, news.tick, gpus);
    auto& shares = derived.addColumn(metrics::gpu::collectiveEfficiency, news.tick, gpus);
    for (const CommunicatorFlow& flow : flows) {
        if (!flow.crossesNodes)
            continue; // within a node it uses links of unknown rate
        for (const EntityRef gpu : *flow.gpus) {
            // Of several communicators, the slowest one.
            if (!gpu.isValid() || flow.busBandwidth >= reached[gpu.index])
                continue;
            reached[gpu.index] = flow.busBandwidth;
            shares[gpu.index] = flow.busBandwidth / flow.lineRate;
        }
    }
    double sum = 0;
    std::size_t count = 0;
    for (const float share : shares) {
        sum += std::isnan(share) ? 0 : static_cast<double>(share);
        count += std::isnan(share) ? 0 : 1;
    }
    if (count > 0 && news.topology->count(EntityKind::Cluster) > 0)
        derived.addColumn(metrics::cluster::busBandwidth, news.tick, 1).front()
            = static_cast<float>(sum / static_cast<double>(count));
    return derived;
}

/// For each job, its communicator between nodes that is slowest relative to its line rate.
void BandwidthAnalysis::addJobColumns(const std::vector<CommunicatorFlow>& flows, const News& news,
                                      Derived& derived) const
{
    std::map<std::uint32_t, const CommunicatorFlow*> slowest; // by job
    const auto shareOf = [](const CommunicatorFlow& flow) {
        return std::isnan(flow.lineRate) ? flow.busBandwidth : flow.busBandwidth / flow.lineRate;
    };
    for (const CommunicatorFlow& flow : flows) {
        if (!flow.crossesNodes || flow.lane >= m_jobs.size())
            continue;
        const EntityRef job = news.topology->find(EntityKind::Job, {}, m_jobs[flow.lane]);
        if (!job.isValid())
            continue;
        const CommunicatorFlow*& known = slowest[job.index];
        if (known == nullptr || shareOf(flow) < shareOf(*known))
            known = &flow;
    }
    if (slowest.empty())
        return;
    const std::size_t jobs = news.topology->count(EntityKind::Job);
    auto& reached = derived.addColumn(metrics::job::busBandwidth, news.tick, jobs);
    for (const auto& [job, flow] : slowest)
        reached[job] = flow->busBandwidth;
    if (!news.topology->plan() || news.topology->plan()->bandwidths.empty())
        return; // ReferenceAnalysis takes its best hour
    auto& references = derived.addColumn(metrics::job::busBandwidthReference, news.tick, jobs);
    for (const auto& [job, flow] : slowest)
        references[job] = static_cast<float>(bandwidthReference(news.topology->plan()->bandwidths, flow->operation,
                                                                static_cast<std::uint32_t>(flow->gpus->size()),
                                                                static_cast<double>(flow->bytes)));
}

} // namespace lockstep
