// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/columns/reportedticks.h"

#include <algorithm>

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

} // namespace lockstep
