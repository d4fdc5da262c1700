// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/silenceanalysis.h"

#include "models/core/topology/reporters.h"
#include "models/store/clusterstore.h"

#include <memory>

namespace lockstep {

namespace {

LostBetween lostBetween(const SourceStatus& source)
{
    if (source.isRelayLost)
        return {LostBetween::Kind::Relay, source.relay};
    if (source.isEngine && (source.state == SourceState::Retrying || source.state == SourceState::Stale))
        return {LostBetween::Kind::Engine, source.peer};
    return {};
}

NodeHearing hearingOf(const ClusterStore& store, EntityRef node)
{
    const NodeStatus& status = store.node(node);
    NodeHearing hearing;
    const bool isKnown = status.source.isValid() && status.source.value < store.sources().size();
    const SourceStatus* const source = isKnown ? &store.sources()[status.source.value] : nullptr;
    const bool isClosed = source != nullptr && source->state == SourceState::Closed;
    if (source != nullptr)
        hearing.lostBetween = lostBetween(*source);
    if (status.freshness != Freshness::NeverSeen && !isClosed)
        hearing.state = status.freshness == Freshness::Live ? NodeHearing::State::Heard : NodeHearing::State::Silent;
    hearing.lastHeard = status.lastReceived;
    if (const NodeIdentity* const identity = store.topology()->identity(node))
        hearing.period = std::max<Duration>(identity->tickPeriod, std::chrono::milliseconds(1));
    hearing.lostTicks = status.lostTicks();
    return hearing;
}

} // namespace

Analysis::Task SilenceAnalysis::take(const ClusterStore& store, const ChangeSet& changes)
{
    if (!store.topology() || (!changes.sources && changes.ticks.isEmpty()))
        return {};
    auto nodes = std::make_shared<std::vector<NodeHearing>>();
    for (std::uint32_t node = 0; node < store.topology()->count(EntityKind::Node); ++node) {
        nodes->push_back(hearingOf(store, {EntityKind::Node, node}));
        nodes->back().isReporter = isReporter(*store.topology(), {EntityKind::Node, node});
    }
    return [this, nodes, now = store.now(), topology = store.topology()] {
        Result result;
        m_watch.step(now, *topology, *nodes, result.derived);
        return result;
    };
}

} // namespace lockstep
