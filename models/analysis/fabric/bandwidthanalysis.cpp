// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/bandwidthanalysis.h"

#include "models/core/metrics/metricnames.h"
#include "models/store/clusterstore.h"
#include "models/store/settledticks.h"

#include <cmath>
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
        news->startsAnew = true;
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
    for (; m_knownLanes < spans.lanes().size(); ++m_knownLanes)
        news->lanes.push_back(spans.lanes()[m_knownLanes].entity);
    if (spans.lanes().empty())
        return {};
    news->lineRates = copyOfColumn(store, metrics::port::rate, tick);
    return [this, news] {
        takeNews(*news);
        auto flows = std::make_shared<const std::vector<CommunicatorFlow>>(
            m_flows.flows(news->nowNs, *news->topology, news->lineRates));
        Result result;
        result.derived = columnsOf(*flows, *news);
        result.publish = [board = m_board, flows = std::move(flows)] {
            if (board)
                board->publish(flows);
        };
        return result;
    };
}

void BandwidthAnalysis::takeNews(const News& news)
{
    if (news.startsAnew)
        m_flows.clear();
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
            continue; // within a node it uses other links, whose rate is unknown
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

} // namespace lockstep
