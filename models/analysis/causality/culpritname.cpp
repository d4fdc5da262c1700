// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/culpritname.h"

#include <string_view>

namespace lockstep {

namespace {

/// The service of a job's name: itself, or the service whose pool it is. Empty: not a service.
std::string_view serviceOf(const Topology& topology, std::string_view name)
{
    const std::string_view whole = name.substr(0, name.find('/'));
    const auto isNamed = [&](const auto& matches) {
        for (std::uint32_t other = 0; other < topology.count(EntityKind::Job); ++other) {
            if (matches(std::string_view(topology.name({EntityKind::Job, other}))))
                return true;
        }
        return false;
    };
    if (whole.size() < name.size())
        return isNamed([&](std::string_view other) { return other == whole; }) ? whole : std::string_view();
    const bool hasPools = isNamed([&](std::string_view other) {
        return other.size() > name.size() && other[name.size()] == '/' && other.starts_with(name);
    });
    return hasPools ? name : std::string_view();
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
        const std::string_view service = serviceOf(topology, name);
        return service.empty() ? "job " + name : "service " + std::string(service);
    }
    const EntityRef parent = topology.parent(entity);
    const bool isPart = topology.contains(parent) && parent.kind != EntityKind::Rack;
    return isPart ? topology.name(parent) + '/' + name : name;
}

} // namespace lockstep
