// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/spans/spanarrivals.h"

#include <algorithm>

namespace lockstep {

void SpanArrivals::add(std::uint32_t lane, const StoredSpan& span)
{
    if (m_ring.size() < capacity)
        m_ring.push_back({span, lane, m_batch});
    else
        m_ring[m_end % capacity] = {span, lane, m_batch};
    ++m_end;
}

void SpanArrivals::clear()
{
    m_ring.clear();
    m_end = 0;
}

void SpanArrivals::copyFrom(std::uint64_t from, std::vector<ArrivedSpan>& out) const
{
    from = std::max(from, begin());
    while (from < m_end) {
        const std::size_t at = from % capacity;
        const std::size_t count = std::min<std::size_t>(m_end - from, m_ring.size() - at);
        const auto first = m_ring.begin() + static_cast<std::ptrdiff_t>(at);
        out.insert(out.end(), first, first + static_cast<std::ptrdiff_t>(count));
        from += count;
    }
}

} // namespace lockstep
