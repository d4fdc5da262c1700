// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/nodestates.h"

#include "models/core/topology/topology.h"
#include "models/ingest/metrictable.h"
#include "models/store/columns/coldcolumns.h"
#include "models/store/columns/reportedticks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

namespace lockstep {

namespace {

/// Maximum number of recorded ticks to examine for a node with a long period.
constexpr TickIndex maxRows = 64;

/// A recording does not store which node reported an entity outside nodes. A switch is represented by its ports.
bool hasRecordedValue(EntityRef entity, const NodeStates::Evidence& evidence)
{
    constexpr int fewMetrics = 3; // not every entity of a kind reports each metric
    const bool isJob = entity.kind == EntityKind::Job; // has metrics derived from its spans
    const int enoughMetrics = isJob ? std::numeric_limits<int>::max() : fewMetrics;
    constexpr TickIndex patience = 2;
    const TickIndex newest = std::min(tickIndexOf(evidence.now, evidence.tickPeriod), evidence.cold->ticks().to - 1);
    const auto hasValue = [&](EntityRef each) {
        int tried = 0;
        for (std::uint32_t id = 0; id < evidence.metrics.size() && tried < enoughMetrics; ++id) {
            const MetricDescriptor& metric = evidence.metrics.descriptor(MetricId{id});
            if (metric.entityKind != each.kind || (!metric.derivation.empty() && !isJob))
                continue;
            ++tried;
            for (TickIndex tick = newest; tick > newest - patience; --tick) {
                if (!std::isnan(evidence.cold->value(MetricId{id}, each.index, tick)))
                    return true;
            }
        }
        return false;
    };
    return hasValue(entity) || std::ranges::any_of(evidence.topology.children(entity), hasValue);
}

} // namespace

void NodeStates::clear()
{
    m_nodes.clear();
    m_reporting.clear();
    m_reporters.clear();
    m_judged.clear();
}

void NodeStates::resize(std::size_t count, Duration tickPeriod)
{
    if (count <= m_nodes.size())
        return;
    m_nodes.resize(count);
    m_reporting.resize(count, Reporting{tickPeriod, {}});
}

/// Number of ticks within which a live node has to report: two of its own.
TickIndex NodeStates::patienceFor(std::uint32_t node, Duration tickPeriod) const
{
    const Duration period = m_reporting[node].period;
    return std::clamp<TickIndex>((2 * period + tickPeriod - Duration(1)) / tickPeriod, 2, maxRows);
}

bool NodeStates::judgeByArrival(TimePoint now)
{
    bool hasChanged = false;
    for (std::uint32_t index = 0; index < m_nodes.size(); ++index) {
        NodeStatus& status = m_nodes[index];
        const Duration silent = now - status.lastReceived;
        if (status.freshness == Freshness::Live && silent > 2 * m_reporting[index].period) {
            status.freshness = Freshness::Stale;
            hasChanged = true;
        }
        if (status.freshness != Freshness::Stale || silent <= Duration(0))
            continue;
        const auto overdue = static_cast<std::uint64_t>(silent / m_reporting[index].period);
        hasChanged |= std::exchange(status.overdueTicks, overdue) != overdue;
    }
    return hasChanged;
}

bool NodeStates::judgeThePast(const Evidence& evidence)
{
    if (!evidence.viewTime)
        return false;
    std::vector<Freshness> judged = freshnessAt(tickIndexOf(*evidence.viewTime, evidence.tickPeriod), evidence);
    if (judged.empty())
        return false; // not available yet
    if (evidence.feed == Feed::Live) {
        const bool hasChanged = judged != m_judged;
        m_judged = std::move(judged);
        return hasChanged;
    }
    bool hasChanged = false;
    for (std::uint32_t node = 0; node < m_nodes.size(); ++node) {
        NodeStatus& status = m_nodes[node];
        hasChanged |= std::exchange(status.freshness, judged[node]) != judged[node];
        status.lastReceived
            = judged[node] == Freshness::Live ? evidence.now : std::min(status.lastReceived, evidence.now);
    }
    return hasChanged;
}

/// By node; empty if unknown, or not yet read.
std::vector<Freshness> NodeStates::freshnessAt(TickIndex tick, const Evidence& evidence) const
{
    const bool isInMemory = evidence.reported.ticks().contains(tick);
    TickIndex max = 2;
    for (std::uint32_t node = 0; node < m_nodes.size(); ++node)
        max = std::max(max, patienceFor(node, evidence.tickPeriod));
    std::array<std::span<const float>, maxRows> recorded;
    for (TickIndex back = 0; !isInMemory && back < max; ++back) {
        const auto row = evidence.cold != nullptr ? evidence.cold->presence(tick - back) : std::nullopt;
        if (!row)
            return {};
        recorded[static_cast<std::size_t>(back)] = *row;
    }
    const auto hasReported = [&](std::uint32_t node, TickIndex patience) {
        if (isInMemory)
            return evidence.reported.hasAny({tick + 1 - patience, tick + 1}, node);
        return std::ranges::any_of(std::span(recorded).first(static_cast<std::size_t>(patience)),
                                   [node](auto row) { return node < row.size() && !std::isnan(row[node]); });
    };
    std::vector<Freshness> judged(m_nodes.size(), Freshness::NeverSeen);
    for (std::uint32_t node = 0; node < judged.size(); ++node) {
        if (hasReported(node, patienceFor(node, evidence.tickPeriod)))
            judged[node] = Freshness::Live;
        else if (m_nodes[node].ticks > 0 || evidence.topology.identity({EntityKind::Node, node}) != nullptr)
            judged[node] = Freshness::Stale;
    }
    return judged;
}

Freshness NodeStates::freshness(EntityRef entity, const Evidence& evidence) const
{
    const auto ofNode = [&](std::uint32_t node) {
        return evidence.viewTime && node < m_judged.size() ? m_judged[node] : m_nodes[node].freshness;
    };
    const EntityRef node = evidence.topology.ancestor(entity, EntityKind::Node);
    if (node.isValid())
        return ofNode(node.index);
    // a switch's port has the freshness of the switch
    for (EntityRef above = entity; above.isValid() && evidence.topology.contains(above);
         above = evidence.topology.parent(above)) {
        if (const auto reporter = m_reporters.find(above); reporter != m_reporters.end())
            return ofNode(reporter->second);
    }
    return evidence.feed == Feed::File && evidence.cold != nullptr && hasRecordedValue(entity, evidence)
        ? Freshness::Live
        : Freshness::NeverSeen;
}

std::size_t NodeStates::memoryBytes() const
{
    return m_nodes.capacity() * (sizeof(NodeStatus) + sizeof(Reporting));
}

} // namespace lockstep
