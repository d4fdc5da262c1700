// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/seamscope.h"

#include "models/core/topology/reporters.h"
#include "models/core/topology/siteplan.h"

#include <algorithm>
#include <array>
#include <set>

namespace lockstep {

namespace {

SeamItem named(SeamTier tier, std::string name)
{
    return {tier, {}, std::move(name)};
}

} // namespace

const SeamTier* SeamScope::tierOf(EntityKind kind)
{
    struct Row
    {
        EntityKind kind;
        SeamTier tier;
    };
    static constexpr std::array rows{Row{EntityKind::Loop, SeamTier::Loop},     Row{EntityKind::Rack, SeamTier::Rack},
                                     Row{EntityKind::Node, SeamTier::Node},     Row{EntityKind::Gpu, SeamTier::Gpu},
                                     Row{EntityKind::Port, SeamTier::Link},     Row{EntityKind::Link, SeamTier::Link},
                                     Row{EntityKind::Switch, SeamTier::Switch}, Row{EntityKind::Job, SeamTier::Job}};
    const auto found = std::ranges::find(rows, kind, &Row::kind);
    return found == rows.end() ? nullptr : &found->tier;
}

SeamItem SeamScope::itemOf(const SeamGraph& graph, EntityRef entity)
{
    EntityRef whole = entity;
    while (graph.topology().contains(whole) && tierOf(whole.kind) == nullptr)
        whole = graph.topology().parent(whole);
    const SeamTier* const tier = tierOf(whole.kind);
    if (!graph.topology().contains(whole) || tier == nullptr)
        return {};
    if (*tier == SeamTier::Job)
        return {*tier, whole, graph.topology().name(whole)};
    return {*tier, graph.linkOf(whole), {}};
}

SeamItem SeamScope::jobNamed(const SeamGraph& graph, const std::string& name)
{
    const EntityRef job = graph.topology().find(EntityKind::Job, {}, name);
    return {SeamTier::Job, graph.topology().contains(job) ? job : EntityRef{}, name};
}

SeamScope::SeamScope(const SeamGraph& graph, std::span<const SeamCommunicator> communicators,
                     std::span<const SeamItem> of)
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
    for (const SeamItem& item : of)
        add(item);
    m_count = m_items.size();
    // Down and up from the given items, but not down again from dependents, which would reach everything.
    std::vector<std::size_t> carriers(m_count);
    for (std::size_t index = 0; index < m_count; ++index)
        carriers[index] = index;
    std::vector<std::size_t> carried = carriers;
    std::set<std::size_t> down(carriers.begin(), carriers.end());
    std::set<std::size_t> up = down;
    for (std::size_t at = 0; at < carriers.size(); ++at) {
        for (const SeamItem& each : carriersOf(m_items[carriers[at]])) {
            if (const std::size_t index = add(each); down.insert(index).second)
                carriers.push_back(index);
        }
    }
    for (std::size_t at = 0; at < carried.size(); ++at) {
        for (const SeamItem& each : carriedBy(m_items[carried[at]])) {
            if (const std::size_t index = add(each); up.insert(index).second)
                carried.push_back(index);
        }
    }
    for (std::size_t index = 0; index < m_items.size(); ++index) {
        for (const SeamItem& each : carriersOf(m_items[index])) {
            if (const auto place = m_places.find(each); place != m_places.end())
                m_seams.emplace_back(place->second, index);
        }
    }
    std::ranges::sort(m_seams);
    const auto twice = std::ranges::unique(m_seams);
    m_seams.erase(twice.begin(), twice.end());
}

SeamItem SeamScope::jobOf(const std::string& name) const
{
    const auto known = m_jobNamed.find(name);
    return {SeamTier::Job, known == m_jobNamed.end() ? EntityRef{} : known->second, name};
}

std::size_t SeamScope::add(const SeamItem& item)
{
    const auto [place, isNew] = m_places.emplace(item, m_items.size());
    if (isNew)
        m_items.push_back(item);
    return place->second;
}

std::vector<SeamItem> SeamScope::rackCarriers(EntityRef rack) const
{
    std::vector<SeamItem> carriers;
    for (const EntityRef loop : m_graph.loopsOf(rack))
        carriers.push_back({SeamTier::Loop, loop, {}});
    if (const auto& plan = m_graph.topology().plan()) {
        for (const PowerFeed& feed : plan->feeds) {
            if (std::ranges::find(feed.racks, m_graph.topology().name(rack)) != feed.racks.end())
                carriers.push_back(named(SeamTier::Feed, feed.name));
        }
    }
    return carriers;
}

bool SeamScope::isOfJob(const SeamCommunicator& communicator, const ObservedJob& job) const
{
    const auto known
        = std::ranges::find_if(*communicator.gpus, [&](EntityRef gpu) { return m_graph.topology().contains(gpu); });
    return known != communicator.gpus->end() && std::ranges::binary_search(job.places, *known);
}

/// Direct dependencies of an item.
std::vector<SeamItem> SeamScope::carriersOf(const SeamItem& item) const
{
    const Topology& topology = m_graph.topology();
    std::vector<SeamItem> carriers;
    const auto addAncestor = [&](EntityKind kind, SeamTier tier) {
        const EntityRef found = topology.contains(item.entity) ? topology.ancestor(item.entity, kind) : EntityRef{};
        if (found.isValid() && !isUnplaced(topology, found))
            carriers.push_back({tier, found, {}});
    };
    switch (item.tier) {
    case SeamTier::Rack:
        return rackCarriers(item.entity);
    case SeamTier::Node:
        addAncestor(EntityKind::Rack, SeamTier::Rack);
        return carriers;
    case SeamTier::Gpu:
        addAncestor(EntityKind::Node, SeamTier::Node);
        return carriers;
    case SeamTier::Link:
        addAncestor(EntityKind::Node, SeamTier::Node);
        for (const EntityRef end :
             {item.entity, topology.contains(item.entity) ? topology.peer(item.entity) : EntityRef{}}) {
            const EntityRef device = topology.contains(end) ? topology.ancestor(end, EntityKind::Switch) : EntityRef{};
            if (device.isValid())
                carriers.push_back({SeamTier::Switch, device, {}});
        }
        return carriers;
    case SeamTier::Communicator:
        if (const auto known = m_communicatorNamed.find(item.name); known != m_communicatorNamed.end()) {
            for (const EntityRef gpu : *m_communicators[known->second].gpus) {
                if (topology.contains(gpu))
                    carriers.push_back({SeamTier::Gpu, gpu, {}});
            }
        }
        return carriers;
    case SeamTier::Storage:
        if (const auto& plan = topology.plan()) {
            for (const PlannedStorage& each : plan->storage) {
                for (const std::string& node : each.name == item.name ? each.nodes : std::vector<std::string>()) {
                    if (const EntityRef found = topology.findNode(node); found.isValid())
                        carriers.push_back({SeamTier::Node, found, {}});
                }
            }
        }
        return carriers;
    case SeamTier::Job:
        break;
    default:
        return carriers;
    }
    const auto job = std::ranges::find(m_graph.jobs(), item.name, &ObservedJob::name);
    if (job == m_graph.jobs().end())
        return carriers;
    for (const SeamCommunicator& each : m_communicators) {
        if (isOfJob(each, *job))
            carriers.push_back(named(SeamTier::Communicator, each.name));
    }
    for (const EntityRef place : job->places) {
        if (!m_communicatorsOf.contains(place) && topology.contains(place) && tierOf(place.kind) != nullptr)
            carriers.push_back({*tierOf(place.kind), place, {}});
    }
    for (const EntityRef each : m_graph.baseOf(job->name)) {
        if (each.kind == EntityKind::Port)
            carriers.push_back({SeamTier::Link, each, {}});
    }
    if (const auto& plan = topology.plan()) {
        for (const PlannedStorage& each : plan->storage)
            carriers.push_back(named(SeamTier::Storage, each.name));
    }
    return carriers;
}

std::vector<SeamItem> SeamScope::jobsOn(EntityRef gpu) const
{
    std::vector<SeamItem> jobs;
    if (const auto known = m_communicatorsOf.find(gpu); known != m_communicatorsOf.end()) {
        for (const std::size_t each : known->second)
            jobs.push_back(named(SeamTier::Communicator, m_communicators[each].name));
    }
    if (const auto known = m_jobsOf.find(gpu); known != m_jobsOf.end()) {
        for (const std::size_t each : known->second)
            jobs.push_back(jobOf(m_graph.jobs()[each].name));
    }
    return jobs;
}

/// Direct dependents of an item.
std::vector<SeamItem> SeamScope::carriedBy(const SeamItem& item) const
{
    const Topology& topology = m_graph.topology();
    std::vector<SeamItem> carried;
    const auto addRack = [&](EntityRef rack) {
        if (topology.contains(rack))
            carried.push_back({SeamTier::Rack, rack, {}});
    };
    const auto addChildren = [&](EntityKind kind, SeamTier tier) {
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
    case SeamTier::Feed:
        for (std::uint32_t rack = 0; rack < topology.count(EntityKind::Rack); ++rack) {
            const std::vector<SeamItem> carriers = rackCarriers({EntityKind::Rack, rack});
            if (std::ranges::find(carriers, item) != carriers.end())
                addRack({EntityKind::Rack, rack});
        }
        break;
    case SeamTier::Loop:
        std::ranges::for_each(topology.served(item.entity), addRack);
        break;
    case SeamTier::Rack:
        addChildren(EntityKind::Node, SeamTier::Node);
        break;
    case SeamTier::Node:
        addChildren(EntityKind::Gpu, SeamTier::Gpu);
        for (const SeamItem& job : jobsOn(item.entity))
            carried.push_back(job);
        break;
    case SeamTier::Gpu:
        return jobsOn(item.entity);
    case SeamTier::Switch:
        addChildren(EntityKind::Port, SeamTier::Link);
        addJobs(m_graph.jobsOn(item.entity));
        break;
    case SeamTier::Link:
        addJobs(m_graph.jobsOn(item.entity));
        break;
    case SeamTier::Storage:
        for (const ObservedJob& job : m_graph.jobs())
            carried.push_back(jobOf(job.name));
        break;
    case SeamTier::Communicator:
        for (const ObservedJob& job : m_graph.jobs()) {
            const auto known = m_communicatorNamed.find(item.name);
            if (known != m_communicatorNamed.end() && isOfJob(m_communicators[known->second], job))
                carried.push_back(jobOf(job.name));
        }
        break;
    case SeamTier::Job:
        break;
    }
    return carried;
}

} // namespace lockstep
