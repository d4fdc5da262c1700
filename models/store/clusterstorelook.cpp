// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the store says of who reports: now, and at a moment in the past; that is the same whether it was watched,
// scrolled back to or replayed.
#include "models/store/clusterstore.h"
#include "models/store/coldcolumns.h"
#include "models/store/columnstore.h"
#include "models/store/computedcolumns.h"
#include "models/store/reportedticks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {

/// Of recorded ticks, so many rows are looked at for a node that reports seldom.
constexpr TickIndex maxRows = 64;

} // namespace

ChangeSet ClusterStore::setViewTime(std::optional<TimePoint> moment)
{
    const auto tickOf = [&](TimePoint time) {
        return tickIndexOf(time, m_limits.tickPeriod);
    };
    const std::optional<TimePoint> before = std::exchange(m_viewTime, isReplay() ? std::nullopt : moment);
    ChangeSet changes;
    if (before.has_value() != m_viewTime.has_value() || (m_viewTime && tickOf(*m_viewTime) != tickOf(*before))) {
        m_judged.clear();
        changes.sources = true; // no tick: nothing came, and views need not read again what they hold
    }
    judgeThePast(changes);
    return changes;
}

/// How many ticks up to a moment a node has to report in, to be live: two of its own.
TickIndex ClusterStore::patienceFor(std::uint32_t node) const
{
    const Duration period = m_reporting[node].period;
    return std::clamp<TickIndex>((2 * period + m_limits.tickPeriod - Duration(1)) / m_limits.tickPeriod, 2, maxRows);
}

void ClusterStore::judgeByArrival(ChangeSet& changes)
{
    for (std::uint32_t index = 0; index < m_nodes.size(); ++index) {
        NodeStatus& status = m_nodes[index];
        const Duration silent = m_now - status.lastReceived;
        if (status.freshness == Freshness::Live && silent > 2 * m_reporting[index].period) {
            status.freshness = Freshness::Stale;
            changes.sources = true;
        }
        if (status.freshness != Freshness::Stale || silent <= Duration(0))
            continue;
        const auto overdue = static_cast<std::uint64_t>(silent / m_reporting[index].period);
        changes.sources |= std::exchange(status.overdueTicks, overdue) != overdue;
    }
}

void ClusterStore::judgeThePast(ChangeSet& changes)
{
    if (!isReplay() && !m_viewTime)
        return;
    std::vector<Freshness> judged = freshnessAt(tickIndexOf(isReplay() ? m_now : *m_viewTime, m_limits.tickPeriod));
    if (judged.empty())
        return; // not at hand yet
    if (!isReplay()) {
        changes.sources |= judged != m_judged;
        m_judged = std::move(judged);
        return;
    }
    for (std::uint32_t node = 0; node < m_nodes.size(); ++node) {
        NodeStatus& status = m_nodes[node];
        changes.sources |= std::exchange(status.freshness, judged[node]) != judged[node];
        status.lastReceived = judged[node] == Freshness::Live ? m_now : std::min(status.lastReceived, m_now);
    }
}

/// By node; empty where that is not known, or not yet.
std::vector<Freshness> ClusterStore::freshnessAt(TickIndex tick) const
{
    const bool isInMemory = !isReplay() && m_reported->ticks().contains(tick);
    TickIndex most = 2;
    for (std::uint32_t node = 0; node < m_nodes.size(); ++node)
        most = std::max(most, patienceFor(node));
    std::array<std::span<const float>, maxRows> recorded;
    for (TickIndex back = 0; !isInMemory && back < most; ++back) {
        const auto row = m_cold ? m_cold->presence(tick - back) : std::nullopt;
        if (!row)
            return {};
        recorded[static_cast<std::size_t>(back)] = *row;
    }
    const auto hasReported = [&](std::uint32_t node, TickIndex patience) {
        if (isInMemory)
            return m_reported->hasAny({tick + 1 - patience, tick + 1}, node);
        return std::ranges::any_of(std::span(recorded).first(static_cast<std::size_t>(patience)),
                                   [node](auto row) { return node < row.size() && !std::isnan(row[node]); });
    };
    std::vector<Freshness> judged(m_nodes.size(), Freshness::NeverSeen);
    for (std::uint32_t node = 0; node < judged.size(); ++node) {
        if (hasReported(node, patienceFor(node)))
            judged[node] = Freshness::Live;
        else if (m_nodes[node].ticks > 0 || m_topology->identity({EntityKind::Node, node}) != nullptr)
            judged[node] = Freshness::Stale;
    }
    return judged;
}

std::span<const float> ClusterStore::current(MetricId metric) const
{
    if (m_viewTime)
        return column(metric, tickIndexOf(*m_viewTime, m_limits.tickPeriod));
    if (!isReplay())
        return latest(metric);
    // At the very end of the data the moment stands behind the newest tick.
    const TickRange held = m_cold->ticks();
    const TickIndex tick = std::min(tickIndexOf(m_now, m_limits.tickPeriod), held.to - 1);
    return held.contains(tick) ? column(metric, tick) : std::span<const float>();
}

Freshness ClusterStore::freshness(EntityRef entity) const
{
    const auto ofNode = [this](std::uint32_t node) {
        return m_viewTime && node < m_judged.size() ? m_judged[node] : m_nodes[node].freshness;
    };
    const EntityRef node = m_topology->ancestor(entity, EntityKind::Node);
    if (node.isValid())
        return ofNode(node.index);
    // A switch's port is as fresh as the switch.
    for (EntityRef above = entity; above.isValid() && m_topology->contains(above); above = m_topology->parent(above)) {
        if (const auto reporter = m_reporters.find(above); reporter != m_reporters.end())
            return ofNode(reporter->second);
    }
    return isReplay() && hasRecordedValue(entity) ? Freshness::Live : Freshness::NeverSeen;
}

/// A recording does not keep which node reported what stands outside nodes. A switch is known by its ports.
bool ClusterStore::hasRecordedValue(EntityRef entity) const
{
    constexpr int enoughMetrics = 3; // not every thing of a kind reports each
    constexpr TickIndex patience = 2;
    const TickIndex newest = std::min(tickIndexOf(m_now, m_limits.tickPeriod), m_cold->ticks().to - 1);
    const auto hasValue = [&](EntityRef each) {
        int tried = 0;
        for (std::uint32_t id = 0; id < m_metrics.size() && tried < enoughMetrics; ++id) {
            const MetricDescriptor& metric = m_metrics.descriptor(MetricId{id});
            if (metric.entityKind != each.kind || !metric.derivation.empty())
                continue;
            ++tried;
            for (TickIndex tick = newest; tick > newest - patience; --tick) {
                if (!std::isnan(m_cold->value(MetricId{id}, each.index, tick)))
                    return true;
            }
        }
        return false;
    };
    return hasValue(entity) || std::ranges::any_of(m_topology->children(entity), hasValue);
}

} // namespace lockstep
