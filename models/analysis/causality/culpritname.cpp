// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/culpritname.h"

namespace lockstep {

namespace {

/// Whether the job has pools.
bool isService(const Topology& topology, std::string_view name)
{
    for (std::uint32_t other = 0; other < topology.count(EntityKind::Job); ++other) {
        const std::string& pool = topology.name({EntityKind::Job, other});
        if (pool.size() > name.size() && pool[name.size()] == '/' && pool.starts_with(name))
            return true;
    }
    return false;
}

} // namespace

std::string culpritName(const Topology& topology, EntityRef entity)
{
    if (!topology.contains(entity))
        return "an unknown component";
    const std::string& name = topology.name(entity);
    if (entity.kind == EntityKind::Rack)
        return "rack " + name;
    if (entity.kind == EntityKind::Job) {
        const std::string_view service = serviceName(topology, entity);
        return service.size() < name.size() || isService(topology, name) ? "service " + std::string(service)
                                                                         : "job " + name;
    }
    const EntityRef parent = topology.parent(entity);
    const bool isPart = topology.contains(parent) && parent.kind != EntityKind::Rack;
    return isPart ? topology.name(parent) + '/' + name : name;
}

std::string_view serviceName(const Topology& topology, EntityRef job)
{
    const std::string_view name = topology.name(job);
    for (std::size_t end = name.find('/'); end != std::string_view::npos; end = name.find('/', end + 1)) {
        if (const std::string_view whole = name.substr(0, end); topology.find(EntityKind::Job, {}, whole).isValid())
            return whole;
    }
    return name;
}

} // namespace lockstep
