// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/seams/culpritname.h"

namespace lockstep {

std::string culpritName(const Topology& topology, EntityRef entity)
{
    if (!topology.contains(entity))
        return "something unknown";
    const std::string& name = topology.name(entity);
    if (entity.kind == EntityKind::Rack)
        return "rack " + name;
    if (entity.kind == EntityKind::Job)
        return "service " + name.substr(0, name.find('/'));
    const EntityRef parent = topology.parent(entity);
    const bool isPart = topology.contains(parent) && parent.kind != EntityKind::Rack;
    return isPart ? topology.name(parent) + '/' + name : name;
}

} // namespace lockstep
