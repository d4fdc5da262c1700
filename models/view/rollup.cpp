// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/rollup.h"

#include <utility>

namespace lockstep {

void WorstBelow::mark(const Topology& topology, EntityRef entity, Severity severity)
{
    const auto rank = static_cast<std::uint8_t>(1 + static_cast<int>(severity));
    const auto raise = [&](EntityRef each) {
        std::uint8_t& known = m_rank.at(each);
        return known < rank
            && std::exchange(known, rank) != rank; // the ancestors of an equally bad entity are already marked
    };
    if (raise(entity))
        climb(topology, entity, raise);
}

std::optional<Severity> WorstBelow::severity(EntityRef entity) const
{
    const std::uint8_t rank = m_rank.get(entity);
    return rank == 0 ? std::nullopt : std::optional(static_cast<Severity>(rank - 1));
}

} // namespace lockstep
