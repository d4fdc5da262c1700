// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/dependencygraph.h"

#include "models/analysis/causality/culpritname.h"
#include "models/core/topology/reporters.h"
#include "models/core/topology/siteplan.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr int stepsToService = 2; ///< from a node, link or loop: farther than its pools

} // namespace

DependencyGraph::DependencyGraph(const Topology& topology, const ObservedJobs& jobs)
    : m_topology(topology), m_jobs(jobs)
{
    m_loopsOfRack.resize(topology.count(EntityKind::Rack));
    for (std::uint32_t loop = 0; loop < topology.count(EntityKind::Loop); ++loop) {
        for (const EntityRef rack : topology.served({EntityKind::Loop, loop})) {
            if (rack.index < m_loopsOfRack.size())
                m_loopsOfRack[rack.index].push_back({EntityKind::Loop, loop});
        }
    }
}

std::vector<EntityRef> DependencyGraph::loopsOf(EntityRef rack) const
{
    return rack.kind == EntityKind::Rack && rack.index < m_loopsOfRack.size() ? m_loopsOfRack[rack.index]
                                                                              : std::vector<EntityRef>();
}

/// Adds a node or rack, and its power feeds and cooling loops.
void DependencyGraph::addPlace(EntityRef entity, std::vector<Upstream>& out, int steps) const
{
    const EntityRef node = m_topology.ancestor(entity, EntityKind::Node);
    if (node.isValid() && node != entity)
        out.push_back({node, steps});
    const EntityRef rack = knownRackOf(m_topology, entity);
    if (!rack.isValid())
        return;
    if (rack != entity)
        out.push_back({rack, steps + 1});
    for (const EntityRef loop : loopsOf(rack))
        out.push_back({loop, steps + 2});
}

std::vector<DependencyGraph::Upstream> DependencyGraph::upstreamOf(EntityRef entity) const
{
    std::vector<Upstream> out{{entity, 0}};
    if (!m_topology.contains(entity))
        return out;
    const auto addParts = [&](EntityRef whole, EntityKind kind, int steps) {
        for (const EntityRef part : m_topology.children(whole)) {
            if (part.kind == kind && part != entity)
                out.push_back({kind == EntityKind::Port ? linkOf(part) : part, steps});
        }
    };
    addPlace(entity, out, 1);
    if (entity.kind == EntityKind::Port) {
        if (const EntityRef device = m_topology.ancestor(entity, EntityKind::Switch); device.isValid())
            out.push_back({device, 1});
        const EntityRef far = m_topology.peer(entity);
        if (m_topology.contains(far)) {
            addPlace(far, out, 1);
            if (const EntityRef device = m_topology.ancestor(far, EntityKind::Switch); device.isValid())
                out.push_back({device, 1});
        }
        out.front().entity = linkOf(entity);
    } else if (entity.kind == EntityKind::Node) {
        addParts(entity, EntityKind::Gpu, 1);
        addParts(entity, EntityKind::Port, 1);
    } else if (entity.kind == EntityKind::Switch) {
        addParts(entity, EntityKind::Port, 1);
        for (const EntityRef device : neighboursOf(entity))
            out.push_back({device, 2});
    } else if (entity.kind == EntityKind::Gpu) {
        addParts(entity, EntityKind::Port, 1);
        if (const EntityRef node = m_topology.ancestor(entity, EntityKind::Node); node.isValid())
            addParts(node, EntityKind::Port, 3);
    } else if (entity.kind == EntityKind::Job) {
        const std::string_view service = serviceName(m_topology, entity);
        for (std::uint32_t other = 0; other < m_topology.count(EntityKind::Job); ++other) {
            const EntityRef pool{EntityKind::Job, other};
            if (pool != entity && serviceName(m_topology, pool) == service)
                out.push_back({pool, 1});
        }
        if (std::ranges::find(m_jobs, service, &ObservedJob::name) == m_jobs.end()) {
            for (const EntityRef each : baseOf(service))
                out.push_back({each, stepsToService});
        }
    }
    return out;
}

bool DependencyGraph::isLeaf(EntityRef device) const
{
    return device.isValid() && wiring().leaves.contains(device);
}

/// Uses both sides of each link, because many switches do not report their own ports.
const DependencyGraph::Wiring& DependencyGraph::wiring() const
{
    if (m_wiring)
        return *m_wiring;
    m_wiring.emplace();
    for (std::uint32_t port = 0; port < m_topology.count(EntityKind::Port); ++port) {
        const EntityRef ref{EntityKind::Port, port};
        const EntityRef far = switchAt(m_topology.peer(ref));
        if (!far.isValid())
            continue;
        if (m_topology.ancestor(ref, EntityKind::Node).isValid()) {
            m_wiring->leaves.insert(far);
        } else if (const EntityRef near = switchAt(ref); near.isValid() && near != far) {
            m_wiring->neighbours[near].push_back(far);
            m_wiring->neighbours[far].push_back(near);
        }
    }
    for (auto& [device, others] : m_wiring->neighbours) {
        std::ranges::sort(others);
        const auto twice = std::ranges::unique(others);
        others.erase(twice.begin(), twice.end());
    }
    return *m_wiring;
}

/// The switch of a link's far end; invalid: none.
EntityRef DependencyGraph::switchAt(EntityRef far) const
{
    return m_topology.contains(far) ? m_topology.ancestor(far, EntityKind::Switch) : EntityRef{};
}

std::vector<EntityRef> DependencyGraph::neighboursOf(EntityRef device) const
{
    const auto known = wiring().neighbours.find(device);
    return known == wiring().neighbours.end() ? std::vector<EntityRef>() : known->second;
}

EntityRef DependencyGraph::planeOf(EntityRef entity) const
{
    EntityRef device = entity;
    if (entity.kind == EntityKind::Port) {
        device = m_topology.contains(entity) ? m_topology.ancestor(entity, EntityKind::Switch) : EntityRef{};
        const EntityRef far = m_topology.contains(entity) ? m_topology.peer(entity) : EntityRef{};
        if (!device.isValid() && m_topology.contains(far))
            device = m_topology.ancestor(far, EntityKind::Switch);
    }
    if (!device.isValid() || device.kind != EntityKind::Switch)
        return {};
    if (const auto known = m_planes.find(device); known != m_planes.end())
        return known->second;
    EntityRef first = isLeaf(device) ? device : EntityRef{};
    for (const EntityRef next : neighboursOf(device)) {
        if (!isLeaf(device))
            first = first.isValid() ? std::min(first, next) : next;
        for (const EntityRef leaf : isLeaf(device) ? neighboursOf(next) : std::vector<EntityRef>())
            first = std::min(first, leaf);
    }
    return m_planes.emplace(device, first).first->second;
}

EntityRef DependencyGraph::linkOf(EntityRef port) const
{
    if (port.kind != EntityKind::Port || !m_topology.contains(port))
        return port;
    const EntityRef far = m_topology.peer(port);
    if (!m_topology.contains(far) || far.kind != EntityKind::Port)
        return port;
    const auto tier = [&](EntityRef end) {
        if (m_topology.ancestor(end, EntityKind::Node).isValid())
            return 0;
        return isLeaf(m_topology.parent(end)) ? 1 : 2;
    };
    const int here = tier(port);
    const int there = tier(far);
    if (here != there)
        return here < there ? port : far;
    return std::min(port, far);
}

/// Adds the links of a job's GPU within its node, and the switches at their ends.
void DependencyGraph::addLinksOf(EntityRef gpu, Base& base) const
{
    for (const EntityRef port : m_topology.children(gpu)) {
        if (port.kind != EntityKind::Port)
            continue;
        base.insert(linkOf(port));
        if (const EntityRef device = switchAt(m_topology.peer(port)); device.isValid())
            base.insert(device);
    }
}

DependencyGraph::Base DependencyGraph::makeBase(const ObservedJob& job) const
{
    Base base;
    std::unordered_set<EntityRef> nodes;
    for (const EntityRef place : job.places) {
        base.insert(place);
        if (!m_topology.contains(place))
            continue;
        if (const EntityRef node = m_topology.ancestor(place, EntityKind::Node); node.isValid())
            nodes.insert(node);
    }
    std::unordered_set<EntityRef> leaves;
    for (const EntityRef place : job.places) {
        if (place.kind == EntityKind::Gpu && m_topology.contains(place))
            addLinksOf(place, base);
    }
    for (const EntityRef node : nodes) {
        base.insert(node);
        std::vector<Upstream> places;
        addPlace(node, places, 0);
        for (const Upstream& each : places)
            base.insert(each.entity);
        for (const EntityRef port : m_topology.children(node)) {
            if (port.kind != EntityKind::Port)
                continue;
            base.insert(linkOf(port));
            const EntityRef far = m_topology.peer(port);
            const EntityRef leaf = far.kind == EntityKind::Switch ? far
                : m_topology.contains(far)                        ? m_topology.ancestor(far, EntityKind::Switch)
                                                                  : EntityRef{};
            if (leaf.isValid())
                leaves.insert(leaf);
        }
    }
    std::map<EntityRef, std::vector<EntityRef>> linksTo; // by switch above the leaves
    std::map<EntityRef, std::unordered_set<EntityRef>> above; // the job's leaves below each
    for (const EntityRef leaf : leaves) {
        base.insert(leaf);
        for (const EntityRef port : m_topology.children(leaf)) {
            const EntityRef far = port.kind == EntityKind::Port ? m_topology.peer(port) : EntityRef{};
            const EntityRef device = m_topology.contains(far) ? m_topology.ancestor(far, EntityKind::Switch) : far;
            if (!device.isValid() || device.kind != EntityKind::Switch)
                continue;
            above[device].insert(leaf);
            linksTo[device].push_back(linkOf(port));
        }
    }
    for (const auto& [device, below] : above) {
        if (below.size() < 2)
            continue; // its traffic does not go above the leaves
        base.insert(device);
        base.insert(linksTo[device].begin(), linksTo[device].end());
    }
    return base;
}

const DependencyGraph::Base& DependencyGraph::baseOf(std::string_view job) const
{
    if (const auto known = m_bases.find(job); known != m_bases.end())
        return known->second;
    const auto found = std::ranges::find(m_jobs, job, &ObservedJob::name);
    return m_bases
        .emplace(std::string(job),
                 makeBase(found == m_jobs.end() ? ObservedJob{std::string(job), nodesOfService(job)} : *found))
        .first->second;
}

std::vector<EntityRef> DependencyGraph::nodesOfService(std::string_view service) const
{
    std::vector<EntityRef> nodes;
    const auto add = [&](std::string_view name) {
        if (const EntityRef node = m_topology.findNode(name); node.isValid())
            nodes.push_back(node);
    };
    if (m_topology.plan()) {
        for (const ServicePool& pool : m_topology.plan()->pools) {
            if (pool.service == service)
                std::ranges::for_each(pool.nodes, add);
        }
    }
    for (std::uint32_t job = 0; job < m_topology.count(EntityKind::Job); ++job) {
        const std::string_view replica = m_topology.name({EntityKind::Job, job}); // "chat/decode/node-17:8001"
        const bool isOfService
            = replica.size() > service.size() && replica[service.size()] == '/' && replica.starts_with(service);
        const std::size_t port = replica.rfind(':');
        if (isOfService && port != std::string_view::npos)
            add(replica.substr(replica.rfind('/') + 1, port - replica.rfind('/') - 1));
    }
    std::ranges::sort(nodes);
    const auto twice = std::ranges::unique(nodes);
    nodes.erase(twice.begin(), twice.end());
    return nodes;
}

bool DependencyGraph::dependsOn(std::string_view job, EntityRef entity) const
{
    return baseOf(job).contains(linkOf(entity));
}

bool DependencyGraph::shareSwitch(std::string_view one, std::string_view other) const
{
    const Base& others = baseOf(other);
    return std::ranges::any_of(
        baseOf(one), [&](EntityRef each) { return each.kind == EntityKind::Switch && others.contains(each); });
}

std::vector<DependencyGraph::SharedLinks> DependencyGraph::sharedLinks() const
{
    std::map<EntityRef, std::vector<std::size_t>> users; // jobs, by link
    for (std::size_t job = 0; job < m_jobs.size(); ++job) {
        for (const EntityRef each : baseOf(m_jobs[job].name)) {
            if (each.kind == EntityKind::Port)
                users[each].push_back(job);
        }
    }
    std::map<std::pair<std::size_t, std::size_t>, std::vector<EntityRef>> links; // by pair of jobs
    for (const auto& [link, jobs] : users) {
        for (std::size_t one = 0; one < jobs.size(); ++one) {
            for (std::size_t other = one + 1; other < jobs.size(); ++other)
                links[{jobs[one], jobs[other]}].push_back(link);
        }
    }
    std::vector<SharedLinks> pairs;
    for (auto& [pair, shared] : links)
        pairs.push_back({m_jobs[pair.first].name, m_jobs[pair.second].name, std::move(shared)});
    return pairs;
}

std::vector<std::string> DependencyGraph::jobsOn(EntityRef entity) const
{
    std::vector<std::string> names;
    for (const ObservedJob& job : m_jobs) {
        if (dependsOn(job.name, entity))
            names.push_back(job.name);
    }
    return names;
}

} // namespace lockstep
