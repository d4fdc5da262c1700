// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/pastspans.h"

namespace lockstep {

const SpanLane* PastSpans::laneLike(const NameTable& names, const SpanLane& lane) const
{
    const auto [first, last] = m_lanes.equal_range(names.name(lane.name));
    for (auto each = first; each != last; ++each) {
        if (m_spans.lanes()[each->second].entity == lane.entity)
            return &m_spans.lanes()[each->second];
    }
    return nullptr;
}

void PastSpans::seal()
{
    m_spans.endBatch();
    m_lanes.clear();
    for (std::size_t lane = 0; lane < m_spans.lanes().size(); ++lane)
        m_lanes.emplace(m_spans.names().name(m_spans.lanes()[lane].name), lane);
}

} // namespace lockstep
