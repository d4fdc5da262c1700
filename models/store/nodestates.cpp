// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/nodestates.h"

#include "models/core/eventcodes.h"
#include "models/core/textparts.h"
#include "models/core/topology/topology.h"
#include "models/ingest/metrictable.h"
#include "models/store/columns/columnsource.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

namespace lockstep {

ReportedTicks::ReportedTicks(std::int64_t historyTicks)
    : m_ring(static_cast<std::size_t>(std::max<std::int64_t>(historyTicks, 1)))
{ }

std::size_t ReportedTicks::slotOf(TickIndex tick) const
{
    const auto size = static_cast<TickIndex>(m_ring.size());
    return static_cast<std::size_t>(((tick % size) + size) % size);
}

void ReportedTicks::clear()
{
    std::ranges::for_each(m_ring, &Nodes::clear);
    m_ticks = {};
}

void ReportedTicks::makeRoomFor(TickIndex tick)
{
    const auto size = static_cast<TickIndex>(m_ring.size());
    if (m_ticks.isEmpty() || tick - m_ticks.to >= size) {
        clear();
        m_ticks = {tick, tick + 1};
        return;
    }
    for (; m_ticks.to <= tick; ++m_ticks.to)
        m_ring[slotOf(m_ticks.to)].clear();
    // A late tick may be older than the first one received.
    m_ticks.from = std::max(std::min(m_ticks.from, tick), m_ticks.to - size);
}

void ReportedTicks::note(TickIndex tick, std::uint32_t node)
{
    if (!m_ticks.isEmpty() && tick < m_ticks.to - static_cast<TickIndex>(m_ring.size()))
        return;
    makeRoomFor(tick);
    Nodes& nodes = m_ring[slotOf(tick)];
    if (node / 64 >= nodes.size())
        nodes.resize(node / 64 + 1);
    nodes[node / 64] |= std::uint64_t{1} << (node % 64);
}

bool ReportedTicks::hasAny(TickRange ticks, std::uint32_t node) const
{
    for (TickIndex tick = std::max(ticks.from, m_ticks.from); tick < std::min(ticks.to, m_ticks.to); ++tick) {
        const Nodes& nodes = m_ring[slotOf(tick)];
        if (node / 64 < nodes.size() && (nodes[node / 64] >> (node % 64) & 1) != 0)
            return true;
    }
    return false;
}

std::size_t ReportedTicks::memoryBytes() const
{
    std::size_t bytes = m_ring.capacity() * sizeof(Nodes);
    for (const Nodes& nodes : m_ring)
        bytes += nodes.capacity() * sizeof(std::uint64_t);
    return bytes;
}

namespace {

/// Maximum number of recorded ticks to examine for a node with a long period.
constexpr TickIndex maxRows = 64;

/// A recording does not store which node reported an entity outside nodes. A switch is represented by its ports.
bool hasRecordedValue(EntityRef entity, const NodeStates::Evidence& evidence)
{
    constexpr int enoughMetrics = 3; // not every entity of a kind reports each metric
    constexpr TickIndex lateTicks = 2;
    const TickIndex newest = std::min(tickIndexOf(evidence.now, evidence.tickPeriod), evidence.cold->ticks().to - 1);
    const auto hasValue = [&](EntityRef each) {
        int tried = 0;
        for (std::uint32_t id = 0; id < evidence.metrics.size() && tried < enoughMetrics; ++id) {
            const MetricDescriptor& metric = evidence.metrics.descriptor(MetricId{id});
            if (metric.entityKind != each.kind || !metric.derivation.empty())
                continue;
            ++tried;
            for (TickIndex tick = newest; tick > newest - lateTicks; --tick) {
                if (!std::isnan(evidence.cold->value(MetricId{id}, each.index, tick)))
                    return true;
            }
        }
        return false;
    };
    return hasValue(entity) || std::ranges::any_of(evidence.topology.children(entity), hasValue);
}

} // namespace

bool EventQuota::admit(TimePoint now)
{
    m_credit.fill(now);
    const bool isAdmitted = m_credit.has(1);
    isAdmitted ? m_credit.spend(1) : m_leftOut.count();
    return isAdmitted;
}

std::optional<Event> EventQuota::notice(TimePoint now)
{
    const bool isFirst = !m_leftOut.last();
    const std::uint64_t count = m_leftOut.take(now);
    if (count == 0)
        return std::nullopt;
    if (isFirst)
        m_leftOut.count(count); // reported with the next notice
    return Event{now, Severity::Warning, 0, codes::eventsLeftOut,
                 isFirst
                     ? fmt::format("reports too many events: from now on, at most {:g} per second are shown", perSecond)
                     : counted(count, "more event is", "more events are") + " not shown"};
}

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

/// Number of ticks of @p tickPeriod within which a live node has to report: two of the node's own periods.
TickIndex NodeStates::silenceTimeout(std::uint32_t node, Duration tickPeriod) const
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

bool NodeStates::updatePastStatus(const Evidence& evidence)
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
        max = std::max(max, silenceTimeout(node, evidence.tickPeriod));
    std::array<std::span<const float>, maxRows> recorded;
    for (TickIndex back = 0; !isInMemory && back < max; ++back) {
        const auto row = evidence.cold != nullptr ? evidence.cold->presence(tick - back) : std::nullopt;
        if (!row)
            return {};
        recorded[static_cast<std::size_t>(back)] = *row;
    }
    const auto hasReported = [&](std::uint32_t node, TickIndex timeout) {
        if (isInMemory)
            return evidence.reported.hasAny({tick + 1 - timeout, tick + 1}, node);
        return std::ranges::any_of(std::span(recorded).first(static_cast<std::size_t>(timeout)),
                                   [node](auto row) { return node < row.size() && !std::isnan(row[node]); });
    };
    std::vector<Freshness> judged(m_nodes.size(), Freshness::NeverSeen);
    for (std::uint32_t node = 0; node < judged.size(); ++node) {
        if (hasReported(node, silenceTimeout(node, evidence.tickPeriod)))
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
    if (evidence.feed != Feed::File || evidence.cold == nullptr)
        return Freshness::NeverSeen;
    // A recording names only jobs that were reported.
    return entity.kind == EntityKind::Job || hasRecordedValue(entity, evidence) ? Freshness::Live
                                                                                : Freshness::NeverSeen;
}

NodeMoment NodeStates::atMoment(std::uint32_t node, const Evidence& evidence) const
{
    const NodeStatus& status = m_nodes[node];
    NodeMoment moment{status.freshness, std::nullopt, false, status.gaps.size(), status.lostTicks(), status.clock};
    if (!evidence.viewTime) {
        if (status.ticks > 0)
            moment.heard = status.lastReceived;
        return moment;
    }
    const TimePoint time = *evidence.viewTime;
    if (evidence.feed == Feed::Live)
        moment.freshness = node < m_judged.size() ? m_judged[node] : Freshness::NeverSeen;
    moment.gaps = 0;
    moment.lostTicks = status.missedTicks;
    bool isInGap = false;
    for (const Gap& gap : status.gaps) {
        const bool isOver = gap.range.to <= time;
        const bool hasBegun = gap.range.from <= time;
        moment.gaps += hasBegun ? 1 : 0;
        if (isOver || gap.range.isEmpty())
            continue;
        const auto sofar = hasBegun
            ? std::min(gap.ticks, static_cast<std::uint64_t>((time - gap.range.from) / m_reporting[node].period))
            : 0;
        moment.lostTicks -= std::min(gap.ticks - sofar, moment.lostTicks);
        if (hasBegun)
            moment.gapReason = gap.reason;
        isInGap |= hasBegun;
    }
    findLastHeard(node, evidence, moment);
    // A gap is counted when the node reports again.
    if (!isInGap && moment.freshness == Freshness::Stale && moment.heard)
        moment.lostTicks += static_cast<std::uint64_t>((time - *moment.heard) / m_reporting[node].period);
    return moment;
}

/// Searches ticks in memory, then some recorded ticks, then known gaps.
void NodeStates::findLastHeard(std::uint32_t node, const Evidence& evidence, NodeMoment& moment) const
{
    const TickIndex shown = tickIndexOf(*evidence.viewTime, evidence.tickPeriod);
    const TickRange inMemory = evidence.reported.ticks();
    TickIndex tick = shown;
    for (; inMemory.contains(tick); --tick) {
        if (evidence.reported.hasAny({tick, tick + 1}, node)) {
            moment.heard = timeOfTick(tick, evidence.tickPeriod);
            return;
        }
    }
    for (const TickIndex end = tick - maxRows; evidence.cold != nullptr && tick > end; --tick) {
        const auto row = evidence.cold->presence(tick);
        if (!row)
            break;
        if (node < row->size() && !std::isnan((*row)[node])) {
            moment.heard = timeOfTick(tick, evidence.tickPeriod);
            return;
        }
    }
    if (moment.freshness != Freshness::Stale)
        return;
    for (const Gap& gap : m_nodes[node].gaps) {
        if (gap.range.contains(*evidence.viewTime)) {
            moment.heard = gap.range.from;
            return;
        }
    }
    if (tick < shown) {
        moment.heard = timeOfTick(tick + 1, evidence.tickPeriod);
        moment.isHeardEarlier = true;
    }
}

std::size_t NodeStates::memoryBytes() const
{
    return m_nodes.capacity() * (sizeof(NodeStatus) + sizeof(Reporting));
}

} // namespace lockstep
