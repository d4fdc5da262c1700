// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/moment/storelookback.h"

#include "models/store/spans/spanstore.h"

namespace lockstep {

std::uint64_t StoreLookBack::generationNow() const
{
    return m_spans.generation();
}

bool StoreLookBack::copySome(std::chrono::microseconds budget)
{
    constexpr std::size_t lanesAtOnce = 8;
    const auto deadline = std::chrono::steady_clock::now() + budget;
    const TimeRange stretch = m_to.wanted();
    for (; m_nextLane < m_spans.lanes().size(); ++m_nextLane) {
        if (m_nextLane % lanesAtOnce == 0 && std::chrono::steady_clock::now() >= deadline)
            return false;
        copyLane(m_nextLane, stretch);
    }
    m_nextLane = 0;
    m_to.close();
    return true;
}

void StoreLookBack::copyLane(std::size_t lane, TimeRange stretch)
{
    const SpanLane& from = m_spans.lanes()[lane];
    std::optional<std::uint32_t> to;
    for (StoredSpan span : from.overlapping(nsOf(stretch.from), nsOf(stretch.to))) {
        if (!stretch.contains(TimePoint(Duration(span.endNs()))))
            continue;
        if (!to)
            to = m_to.laneOf(from.entity, NameId{nameOf(static_cast<std::uint16_t>(from.name.value))});
        span.op = nameOf(span.op);
        span.communicator = nameOf(span.communicator);
        span.job = nameOf(span.job);
        m_to.add(*to, from.rank, span);
    }
}

std::uint16_t StoreLookBack::nameOf(std::uint16_t name)
{
    if (name >= m_names.size())
        m_names.resize(m_spans.names().size());
    std::optional<NameId>& known = m_names[name];
    if (!known)
        known = m_to.names().intern(m_spans.names().name(NameId{name}));
    return static_cast<std::uint16_t>(known->value);
}

} // namespace lockstep
