// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/dependencyscope.h"

#include "models/core/topology/reporters.h"
#include "models/core/topology/siteplan.h"

#include <algorithm>
#include <array>
#include <set>

namespace lockstep {

namespace {

DependencyItem named(DependencyTier tier, std::string name)
{
    return {tier, {}, std::move(name)};
}

} // namespace

const DependencyTier* DependencyScope::tierOf(EntityKind kind)
{
    struct Row
    {
        EntityKind kind;
        DependencyTier tier;
    };
    static constexpr std::array rows{
        Row{EntityKind::Loop, DependencyTier::Loop},     Row{EntityKind::Rack, DependencyTier::Rack},
        Row{EntityKind::Node, DependencyTier::Node},     Row{EntityKind::Gpu, DependencyTier::Gpu},
        Row{EntityKind::Port, DependencyTier::Link},     Row{EntityKind::Link, DependencyTier::Link},
        Row{EntityKind::Switch, DependencyTier::Switch}, Row{EntityKind::Job, DependencyTier::Job}};
    const auto found = std::ranges::find(rows, kind, &Row::kind);
    return found == rows.end() ? nullptr : &found->tier;
}

DependencyItem DependencyScope::itemOf(const DependencyGraph& graph, EntityRef entity)
{
    EntityRef whole = entity;
    while (graph.topology().contains(whole) && tierOf(whole.kind) == nullptr)
        whole = graph.topology().parent(whole);
    const DependencyTier* const tier = tierOf(whole.kind);
    if (!graph.topology().contains(whole) || tier == nullptr)
        return {};
    if (*tier == DependencyTier::Job)
        return {*tier, whole, graph.topology().name(whole)};
    return {*tier, graph.linkOf(whole), {}};
}

DependencyItem DependencyScope::jobNamed(const DependencyGraph& graph, const std::string& name)
{
    const EntityRef job = graph.topology().find(EntityKind::Job, {}, name);
    return {DependencyTier::Job, graph.topology().contains(job) ? job : EntityRef{}, name};
}

DependencyScope::DependencyScope(const DependencyGraph& graph, std::span<const DependencyCommunicator> communicators,
                                 std::span<const DependencyItem> of)
    : m_graph(graph), m_communicators(communicators)
{
    for (std::size_t index = 0; index < communicators.size(); ++index) {
        m_communicatorNamed.emplace(communicators[index].name, index);
        for (const EntityRef gpu : *communicators[index].gpus)
            m_communicatorsOf[gpu].push_back(index);
    }
    const Topology& topology = graph.topology();
    for (std::uint32_t job = 0; job < topology.count(EntityKind::Job); ++job)
        m_jobNamed.try_emplace(topology.name({EntityKind::Job, job}), EntityRef{EntityKind::Job, job});
    for (std::size_t index = 0; index < graph.jobs().size(); ++index) {
        for (const EntityRef place : graph.jobs()[index].places)
            m_jobsOf[place].push_back(index);
    }
    for (const DependencyItem& item : of)
        add(item);
    m_count = m_items.size();
    // Follows dependencies down and up from the given items, but not down again from dependents, which would reach
    // everything.
    std::vector<std::size_t> carriers(m_count);
    for (std::size_t index = 0; index < m_count; ++index)
        carriers[index] = index;
    std::vector<std::size_t> carried = carriers;
    std::set<std::size_t> down(carriers.begin(), carriers.end());
    std::set<std::size_t> up = down;
    for (std::size_t at = 0; at < carriers.size(); ++at) {
        for (const DependencyItem& each : directDependencies(m_items[carriers[at]])) {
            if (const std::size_t index = add(each); down.insert(index).second)
                carriers.push_back(index);
        }
    }
    for (std::size_t at = 0; at < carried.size(); ++at) {
        for (const DependencyItem& each : directDependents(m_items[carried[at]])) {
            if (const std::size_t index = add(each); up.insert(index).second)
                carried.push_back(index);
        }
    }
    for (std::size_t index = 0; index < m_items.size(); ++index) {
        for (const DependencyItem& each : directDependencies(m_items[index])) {
            if (const auto place = m_places.find(each); place != m_places.end())
                m_dependencies.emplace_back(place->second, index);
        }
    }
    std::ranges::sort(m_dependencies);
    const auto twice = std::ranges::unique(m_dependencies);
    m_dependencies.erase(twice.begin(), twice.end());
}

DependencyItem DependencyScope::jobOf(const std::string& name) const
{
    const auto known = m_jobNamed.find(name);
    return {DependencyTier::Job, known == m_jobNamed.end() ? EntityRef{} : known->second, name};
}

std::size_t DependencyScope::add(const DependencyItem& item)
{
    const auto [place, isNew] = m_places.emplace(item, m_items.size());
    if (isNew)
        m_items.push_back(item);
    return place->second;
}

std::vector<DependencyItem> DependencyScope::rackDependencies(EntityRef rack) const
{
    std::vector<DependencyItem> carriers;
    for (const EntityRef loop : m_graph.loopsOf(rack))
        carriers.push_back({DependencyTier::Loop, loop, {}});
    if (const auto& plan = m_graph.topology().plan()) {
        for (const PowerFeed& feed : plan->feeds) {
            if (std::ranges::find(feed.racks, m_graph.topology().name(rack)) != feed.racks.end())
                carriers.push_back(named(DependencyTier::Feed, feed.name));
        }
    }
    return carriers;
}

bool DependencyScope::isOfJob(const DependencyCommunicator& communicator, const ObservedJob& job) const
{
    const auto known
        = std::ranges::find_if(*communicator.gpus, [&](EntityRef gpu) { return m_graph.topology().contains(gpu); });
    return known != communicator.gpus->end() && std::ranges::binary_search(job.places, *known);
}

/// Direct dependencies of an item.
std::vector<DependencyItem> DependencyScope::directDependencies(const DependencyItem& item) const
{
    const Topology& topology = m_graph.topology();
    std::vector<DependencyItem> carriers;
    const auto addAncestor = [&](EntityKind kind, DependencyTier tier) {
        const EntityRef found = topology.contains(item.entity) ? topology.ancestor(item.entity, kind) : EntityRef{};
        if (found.isValid() && !isUnplaced(topology, found))
            carriers.push_back({tier, found, {}});
    };
    switch (item.tier) {
    case DependencyTier::Rack:
        return rackDependencies(item.entity);
    case DependencyTier::Node:
        addAncestor(EntityKind::Rack, DependencyTier::Rack);
        return carriers;
    case DependencyTier::Gpu:
        addAncestor(EntityKind::Node, DependencyTier::Node);
        return carriers;
    case DependencyTier::Link:
        addAncestor(EntityKind::Node, DependencyTier::Node);
        for (const EntityRef end :
             {item.entity, topology.contains(item.entity) ? topology.peer(item.entity) : EntityRef{}}) {
            const EntityRef device = topology.contains(end) ? topology.ancestor(end, EntityKind::Switch) : EntityRef{};
            if (device.isValid())
                carriers.push_back({DependencyTier::Switch, device, {}});
        }
        return carriers;
    case DependencyTier::Communicator:
        if (const auto known = m_communicatorNamed.find(item.name); known != m_communicatorNamed.end()) {
            for (const EntityRef gpu : *m_communicators[known->second].gpus) {
                if (topology.contains(gpu))
                    carriers.push_back({DependencyTier::Gpu, gpu, {}});
            }
        }
        return carriers;
    case DependencyTier::Storage:
        if (const auto& plan = topology.plan()) {
            for (const PlannedStorage& each : plan->storage) {
                for (const std::string& node : each.name == item.name ? each.nodes : std::vector<std::string>()) {
                    if (const EntityRef found = topology.findNode(node); found.isValid())
                        carriers.push_back({DependencyTier::Node, found, {}});
                }
            }
        }
        return carriers;
    case DependencyTier::Job:
        break;
    default:
        return carriers;
    }
    const auto job = std::ranges::find(m_graph.jobs(), item.name, &ObservedJob::name);
    if (job == m_graph.jobs().end()) {
        for (const EntityRef each : m_graph.baseOf(item.name)) {
            if (each.kind == EntityKind::Port || each.kind == EntityKind::Node)
                carriers.push_back({*tierOf(each.kind), each, {}});
        }
        return carriers;
    }
    for (const DependencyCommunicator& each : m_communicators) {
        if (isOfJob(each, *job))
            carriers.push_back(named(DependencyTier::Communicator, each.name));
    }
    for (const EntityRef place : job->places) {
        if (!m_communicatorsOf.contains(place) && topology.contains(place) && tierOf(place.kind) != nullptr)
            carriers.push_back({*tierOf(place.kind), place, {}});
    }
    for (const EntityRef each : m_graph.baseOf(job->name)) {
        if (each.kind == EntityKind::Port)
            carriers.push_back({DependencyTier::Link, each, {}});
    }
    if (const auto& plan = topology.plan()) {
        for (const PlannedStorage& each : plan->storage)
            carriers.push_back(named(DependencyTier::Storage, each.name));
    }
    return carriers;
}

std::vector<DependencyItem> DependencyScope::jobsOn(EntityRef gpu) const
{
    std::vector<DependencyItem> jobs;
    if (const auto known = m_communicatorsOf.find(gpu); known != m_communicatorsOf.end()) {
        for (const std::size_t each : known->second)
            jobs.push_back(named(DependencyTier::Communicator, m_communicators[each].name));
    }
    if (const auto known = m_jobsOf.find(gpu); known != m_jobsOf.end()) {
        for (const std::size_t each : known->second)
            jobs.push_back(jobOf(m_graph.jobs()[each].name));
    }
    return jobs;
}

/// Direct dependents of an item.
std::vector<DependencyItem> DependencyScope::directDependents(const DependencyItem& item) const
{
    const Topology& topology = m_graph.topology();
    std::vector<DependencyItem> carried;
    const auto addRack = [&](EntityRef rack) {
        if (topology.contains(rack))
            carried.push_back({DependencyTier::Rack, rack, {}});
    };
    const auto addChildren = [&](EntityKind kind, DependencyTier tier) {
        for (const EntityRef child : topology.children(item.entity)) {
            if (child.kind == kind)
                carried.push_back({tier, m_graph.linkOf(child), {}});
        }
    };
    const auto addJobs = [&](const std::vector<std::string>& jobs) {
        for (const std::string& job : jobs)
            carried.push_back(jobOf(job));
    };
    switch (item.tier) {
    case DependencyTier::Feed:
        for (std::uint32_t rack = 0; rack < topology.count(EntityKind::Rack); ++rack) {
            const std::vector<DependencyItem> carriers = rackDependencies({EntityKind::Rack, rack});
            if (std::ranges::find(carriers, item) != carriers.end())
                addRack({EntityKind::Rack, rack});
        }
        break;
    case DependencyTier::Loop:
        std::ranges::for_each(topology.served(item.entity), addRack);
        break;
    case DependencyTier::Rack:
        addChildren(EntityKind::Node, DependencyTier::Node);
        break;
    case DependencyTier::Node:
        addChildren(EntityKind::Gpu, DependencyTier::Gpu);
        for (const DependencyItem& job : jobsOn(item.entity))
            carried.push_back(job);
        break;
    case DependencyTier::Gpu:
        return jobsOn(item.entity);
    case DependencyTier::Switch:
        addChildren(EntityKind::Port, DependencyTier::Link);
        addJobs(m_graph.jobsOn(item.entity));
        break;
    case DependencyTier::Link:
        addJobs(m_graph.jobsOn(item.entity));
        break;
    case DependencyTier::Storage:
        for (const ObservedJob& job : m_graph.jobs())
            carried.push_back(jobOf(job.name));
        break;
    case DependencyTier::Communicator:
        for (const ObservedJob& job : m_graph.jobs()) {
            const auto known = m_communicatorNamed.find(item.name);
            if (known != m_communicatorNamed.end() && isOfJob(m_communicators[known->second], job))
                carried.push_back(jobOf(job.name));
        }
        break;
    case DependencyTier::Job:
        break;
    }
    return carried;
}

} // namespace lockstep
