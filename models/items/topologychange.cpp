// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/topologychange.h"

#include "models/core/topology/topology.h"

namespace lockstep {

bool isExtension(const Topology& last, const Topology& next)
{
    for (std::size_t at = 0; at < entityKindCount; ++at) {
        const auto kind = static_cast<EntityKind>(at);
        if (next.count(kind) < last.count(kind))
            return false;
        for (std::uint32_t index = 0; index < last.count(kind); ++index) {
            const EntityRef entity{kind, index};
            if (next.parent(entity) != last.parent(entity) || next.name(entity) != last.name(entity))
                return false;
        }
    }
    return true;
}

} // namespace lockstep
