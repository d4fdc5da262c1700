// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/ingest/rankowners.h"

#include <algorithm>

namespace lockstep {

std::uint32_t RankOwners::claim(std::uint64_t rank, std::uint32_t node, TimePoint now, TimePoint received)
{
    if (m_owners.size() >= m_pruneAt) {
        std::erase_if(m_owners, [now](const auto& entry) { return now - entry.second.last > std::chrono::hours(1); });
        m_pruneAt = 2 * m_owners.size() + 4096;
    }
    Owner& owner = m_owners.try_emplace(rank, Owner{node, node, now, node, TimePoint::min()}).first->second;
    owner.last = std::min(owner.last, received); // the clock was set back
    owner.moved = std::min(owner.moved, received);
    const bool isLate = owner.last - now > timeout;
    if ((owner.first == node && isLate) || (owner.previous == node && now < owner.moved))
        return node; // ticks from before the rank moved; taking it back would leave out the present node's spans
    if (owner.current == node || owner.first == node || now - owner.last > timeout) {
        if (owner.current != node) {
            owner.previous = owner.current;
            owner.moved = now;
        }
        owner.current = node;
        owner.last = std::max(owner.last, now);
    }
    return owner.current;
}

} // namespace lockstep
