// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/bandwidthanalysis.h"

#include "models/core/metricnames.h"
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

/// Bytes per second of the slowest port; NaN when no rate is known. @param lineRates by port, bits per second
float slowestOf(std::span<const std::uint32_t> ports, std::span<const float> lineRates)
{
    float slowest = noData;
    for (const std::uint32_t port : ports) {
        const float rate = port < lineRates.size() ? lineRates[port] / bitsPerByte : noData;
        slowest = std::isnan(slowest) || rate < slowest ? rate : slowest;
    }
    return slowest;
}

} // namespace

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
            || span.bytes < CollectiveTracker::minBytes)
            continue;
        news->parts.push_back({each.lane, span.communicator, span.sequence,
                               collectiveKindFromName(spans.names().name(NameId{span.op})), span.bytes, span.durationNs,
                               span.endNs()});
    }
    for (; m_knownLanes < spans.lanes().size(); ++m_knownLanes)
        news->lanes.push_back(spans.lanes()[m_knownLanes].entity);
    if (spans.lanes().empty())
        return {};
    news->lineRates = copyOfColumn(store, metrics::port::rate, tick);
    return [this, news] {
        takeNews(*news);
        FabricBoard::Flows flows = flowsNow(*news);
        Result result;
        result.derived = columnsOf(*flows, *news);
        result.publish = [board = m_board, tick = news->tick, anew = news->startsAnew, flows = std::move(flows)] {
            if (board && anew)
                board->clear();
            if (board)
                board->publish(tick, flows);
        };
        return result;
    };
}

void BandwidthAnalysis::takeNews(const News& news)
{
    if (news.startsAnew) {
        m_tracker.clear();
        m_roster.clear();
    }
    for (const EntityRef entity : news.lanes)
        m_roster.addLane(entity);
    for (const CollectivePart& part : news.parts)
        m_tracker.add(part);
}

FabricBoard::Flows BandwidthAnalysis::flowsNow(const News& news)
{
    auto flows = std::make_shared<std::vector<CommunicatorFlow>>();
    for (const CommunicatorBandwidth* reached : m_tracker.bandwidths()) {
        if (reached->busBandwidth <= 0 || news.nowNs - reached->endNs > tellsForNs)
            continue;
        const FlowMembers& members = m_roster.membersOf(*reached, *news.topology);
        flows->push_back({reached->communicator, members.crossesNodes, static_cast<float>(reached->busBandwidth),
                          slowestOf(members.nics, news.lineRates), static_cast<float>(reached->traffic(news.nowNs)),
                          members.gpus});
    }
    return flows;
}

Derived BandwidthAnalysis::columnsOf(const std::vector<CommunicatorFlow>& flows, const News& news)
{
    const std::size_t gpus = news.topology->count(EntityKind::Gpu);
    Derived derived;
    derived.columns.reserve(2);
    auto& reached = derived.addColumn(metrics::gpu::collectiveBandwidth, news.tick, gpus);
    auto& shares = derived.addColumn(metrics::gpu::collectiveEfficiency, news.tick, gpus);
    for (const CommunicatorFlow& flow : flows) {
        if (!flow.crossesNodes)
            continue; // inside a node it runs over other links, whose rate nobody reports
        for (const EntityRef gpu : *flow.gpus) {
            // Of several communicators the slowest: that is the one to look at.
            if (!gpu.isValid() || flow.busBandwidth >= reached[gpu.index])
                continue;
            reached[gpu.index] = flow.busBandwidth;
            shares[gpu.index] = flow.busBandwidth / flow.lineRate;
        }
    }
    return derived;
}

} // namespace lockstep
