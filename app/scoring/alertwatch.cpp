// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scoring/alertwatch.h"

namespace lockstep::scoring {

std::string drillName(const Topology& topology, EntityRef entity)
{
    if (!topology.contains(entity))
        return {};
    const std::string& name = topology.name(entity);
    if (entity.kind == EntityKind::Rack)
        return "rack " + name;
    if (entity.kind == EntityKind::Job)
        return "job " + name;
    const EntityRef parent = topology.parent(entity);
    if (entity.kind == EntityKind::Node || !topology.contains(parent))
        return name;
    return topology.name(parent) + "/" + name;
}

} // namespace lockstep::scoring
