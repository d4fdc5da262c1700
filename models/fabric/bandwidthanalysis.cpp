// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/fabric/bandwidthanalysis.h"

#include "models/fabric/fabricmetrics.h"
#include "models/store/clusterstore.h"
#include "models/store/settledticks.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace lockstep {

namespace {

constexpr std::int64_t tellsForNs = 60'000'000'000; ///< how long a collective speaks for its GPUs
constexpr float bitsPerByte = 8;

} // namespace

float nicBandwidth(const Topology& topology, EntityRef gpu, std::span<const float> lineRates)
{
    const EntityRef node = topology.ancestor(gpu, EntityKind::Node);
    if (!node.isValid())
        return noData;
    std::size_t gpus = 0;
    std::size_t slot = 0;
    std::vector<float> rates;
    for (const EntityRef child : topology.children(node)) {
        if (child == gpu)
            slot = gpus;
        gpus += child.kind == EntityKind::Gpu ? 1 : 0;
        const bool leadsSomewhere = child.kind == EntityKind::Port && topology.peer(child).isValid();
        if (leadsSomewhere)
            rates.push_back(child.index < lineRates.size() ? lineRates[child.index] / bitsPerByte : noData);
    }
    if (rates.empty())
        return noData;
    return rates.size() == gpus ? rates[slot] : *std::ranges::min_element(rates);
}

Analysis::Task BandwidthAnalysis::take(const ClusterStore& store, const ChangeSet& changes)
{
    const SpanStore& spans = store.spans();
    const TickRange held = store.ticks();
    if (!store.topology() || held.isEmpty() || (!changes.spans && changes.ticks.isEmpty()))
        return {};
    const TickIndex tick = held.to - SettledTicks::settledAfter - 1;
    if (tick == m_lastTick || tick < held.from)
        return {}; // once a tick
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
        const StoredSpan& span = each.span;
        if (span.spanKind() != SpanKind::Collective || span.communicator == 0
            || span.bytes < CollectiveTracker::leastBytes)
            continue;
        news->parts.push_back({each.lane, span.communicator, span.sequence,
                               collectiveKindFromName(spans.names().name(NameId{span.op})), span.bytes, span.durationNs,
                               span.endNs()});
    }
    for (; m_knownLanes < spans.lanes().size(); ++m_knownLanes)
        news->lanes.push_back(spans.lanes()[m_knownLanes].entity);
    if (spans.lanes().empty())
        return {};
    news->lineRates = copyOfColumn(store, "port.rate", tick);
    return [this, news] {
        takeNews(*news);
        FabricBoard::Flows flows = flowsNow(*news);
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
    if (news.startsAnew) {
        m_tracker.clear();
        m_entityOfLane.clear();
    }
    m_entityOfLane.insert(m_entityOfLane.end(), news.lanes.begin(), news.lanes.end());
    for (const CollectivePart& part : news.parts)
        m_tracker.add(part);
}

FabricBoard::Flows BandwidthAnalysis::flowsNow(const News& news) const
{
    const Topology& topology = *news.topology;
    auto flows = std::make_shared<std::vector<CommunicatorFlow>>();
    for (const CommunicatorBandwidth* reached : m_tracker.bandwidths()) {
        if (reached->busBandwidth <= 0 || news.nowNs - reached->endNs > tellsForNs)
            continue;
        CommunicatorFlow& flow = flows->emplace_back();
        flow.reached = *reached;
        EntityRef firstNode;
        for (const std::uint32_t lane : reached->lanes) {
            const EntityRef gpu = lane < m_entityOfLane.size() ? m_entityOfLane[lane] : EntityRef{};
            const bool isGpu = gpu.kind == EntityKind::Gpu && topology.contains(gpu);
            flow.gpus.push_back(isGpu ? gpu : EntityRef{});
            if (!isGpu)
                continue;
            const EntityRef node = topology.ancestor(gpu, EntityKind::Node);
            flow.crossesNodes |= firstNode.isValid() && node != firstNode;
            firstNode = node;
            const float own = nicBandwidth(topology, gpu, news.lineRates);
            flow.lineRate = std::isnan(flow.lineRate) || own < flow.lineRate ? own : flow.lineRate;
        }
    }
    return flows;
}

Derived BandwidthAnalysis::columnsOf(const std::vector<CommunicatorFlow>& flows, const News& news)
{
    const std::size_t gpus = news.topology->count(EntityKind::Gpu);
    std::vector<float> reached(gpus, noData);
    std::vector<float> shares(gpus, noData);
    for (const CommunicatorFlow& flow : flows) {
        if (!flow.crossesNodes)
            continue; // inside a node it runs over other links, whose rate nobody reports
        const auto bandwidth = static_cast<float>(flow.reached.busBandwidth);
        for (const EntityRef gpu : flow.gpus) {
            // Of several communicators the slowest: that is the one to look at.
            if (!gpu.isValid() || bandwidth >= reached[gpu.index])
                continue;
            reached[gpu.index] = bandwidth;
            shares[gpu.index] = bandwidth / flow.lineRate;
        }
    }
    Derived derived;
    derived.columns.push_back({fabricmetrics::collectiveBandwidth(), news.tick, std::move(reached)});
    derived.columns.push_back({fabricmetrics::collectiveEfficiency(), news.tick, std::move(shares)});
    return derived;
}

} // namespace lockstep
