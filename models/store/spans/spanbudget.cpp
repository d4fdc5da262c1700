// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/spans/spanbudget.h"

#include "models/core/topology/topology.h"
#include "models/store/spans/spanstore.h"

#include <algorithm>

namespace lockstep {

void SpanBudget::setHistory(TimePoint oldest)
{
    m_oldest = std::max(m_oldest, oldest);
    m_latest = std::max(m_latest, m_oldest);
}

void SpanBudget::clear()
{
    m_oldest = m_latest = {};
    m_nodes.clear();
    m_sweepToWaitFor = 0;
}

std::size_t SpanBudget::placeOf(EntityRef entity, const Topology& topology) const
{
    const EntityRef node = entity.kind == EntityKind::Node ? entity : topology.ancestor(entity, EntityKind::Node);
    return std::min<std::size_t>(node.index, m_nodes.size() - 1);
}

TimePoint SpanBudget::keptSince(EntityRef entity, const Topology& topology) const
{
    return m_nodes.empty() ? m_oldest : std::max(m_oldest, m_nodes[placeOf(entity, topology)].keptSince);
}

double SpanBudget::fairShare() const
{
    std::vector<std::size_t> bytes;
    bytes.reserve(m_nodes.size());
    for (const Node& node : m_nodes)
        bytes.push_back(node.bytes);
    std::ranges::sort(bytes);
    // A little less than the limit, because memory fills up again before the next check.
    double left = 0.9 * static_cast<double>(m_bytes);
    std::size_t sharers = bytes.size();
    for (const std::size_t modest : bytes) {
        if (static_cast<double>(modest) * static_cast<double>(sharers) > left)
            break;
        left -= static_cast<double>(modest);
        --sharers;
    }
    return left / static_cast<double>(std::max<std::size_t>(sharers, 1));
}

void SpanBudget::share(const SpanStore& spans, const Topology& topology, TimeRange held)
{
    if (spans.sweeps() < m_sweepToWaitFor)
        return;
    // Computing the usage visits each lane, so it is done once per sweep.
    m_sweepToWaitFor = spans.sweeps() + 1;
    m_nodes.resize(topology.count(EntityKind::Node) + 1);
    for (Node& node : m_nodes)
        node.bytes = 0;
    std::size_t all = 0;
    for (const SpanLane& lane : spans.lanes()) {
        const std::size_t bytes = memoryBytesOf(lane);
        m_nodes[placeOf(lane.entity, topology)].bytes += bytes;
        all += bytes;
    }
    if (all <= m_bytes)
        return;
    const double fair = fairShare();
    for (Node& node : m_nodes) {
        const TimePoint from = std::max({held.from, m_oldest, node.keptSince});
        if (static_cast<double>(node.bytes) <= fair || held.to <= from)
            continue;
        // Spans arrive at a steady pace, so a share of their number is about the same share of their time.
        const double kept = static_cast<double>((held.to - from).count()) * fair / static_cast<double>(node.bytes);
        node.keptSince = held.to - Duration(static_cast<std::int64_t>(kept));
        m_latest = std::max(m_latest, node.keptSince);
    }
    m_sweepToWaitFor = spans.sweeps() + 2; // the current sweep began with the old limit
}

} // namespace lockstep
