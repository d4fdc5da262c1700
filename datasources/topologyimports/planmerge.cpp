// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/topologyimports/planmerge.h"

#include "datasources/clusterfile/plan/planassembly.h"
#include "datasources/topologyimports/rackfill.h"
#include "models/core/budget.h"
#include "models/core/textparts.h"
#include "models/core/topology/siteplan.h"
#include "models/core/topology/topologybuilder.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace lockstep {

namespace {

constexpr std::uint32_t unknownUnits = TopologyPart::unknownUnit;

std::string endText(const PeerDescriptor& end)
{
    return end.port.empty() ? end.owner : fmt::format("{} port {}", end.owner, end.port);
}

/// Merges files one by one, then builds the plan. Used for one merge.
class PlanMerge
{
public:
    /// @param countsAsSeen whether its discovered links are the newest
    void add(const TopologyImport& import, bool countsAsSeen);
    [[nodiscard]] MergedTopology finish();

private:
    using Pair = std::pair<std::string, std::string>;

    void addRack(const PlannedRack& rack, bool hasRackUnits);
    void addNode(PlannedNode node);
    void addSwitch(PlannedSwitch device);
    void addModel(const DeviceModel& model);
    void addLoop(PlannedLoop loop);
    void addFeed(PowerFeed feed);
    void addBandwidths(const std::vector<BandwidthReference>& references);
    void addEndpoints(const TopologyImport& import);
    void addRelay(ClusterRelay relay);
    void settleRelays();
    void nameRack(const std::string& rack);
    [[nodiscard]] std::string resolve(const std::string& owner) const;
    [[nodiscard]] PlannedLink resolved(PlannedLink link) const;
    /// Null: the name is new, and its group must be added next.
    template <class Group>
    [[nodiscard]] Group* known(std::vector<Group>& groups, const std::string& name);

    void applyModels();
    void assembleLinks(const std::vector<std::pair<PlannedLink, std::size_t>>& links, bool areSeen);
    void assembleLogical();
    void assembleGroups();

    MergedTopology m_merged;
    Contradictions m_contradictions;
    std::vector<PlannedRack> m_racks;
    std::unordered_map<std::string, std::size_t> m_rackAt;
    std::vector<PlannedNode> m_nodes;
    std::unordered_map<std::string, std::size_t> m_nodeAt;
    std::vector<PlannedSwitch> m_switches;
    std::unordered_map<std::string, std::size_t> m_switchAt;
    std::unordered_map<std::string, std::string> m_byHost; ///< nodes and switches by host name without domain
    std::vector<std::pair<PlannedLink, std::size_t>> m_links; ///< with the index of the file
    std::vector<std::pair<PlannedLink, std::size_t>> m_wired;
    std::vector<std::pair<PlannedLink, std::size_t>> m_logical;
    std::set<std::string> m_examined;
    std::map<std::string, DeviceModel> m_models;
    SitePlan m_groups; ///< loops, feeds, storage, pools, owners, references
    std::map<std::pair<const void*, std::string>, std::size_t> m_groupAt; ///< by list in m_groups, and name
    std::set<Pair> m_fed; ///< feed and rack
    PlanAssembly m_assembly;
};

void PlanMerge::add(const TopologyImport& import, bool countsAsSeen)
{
    const TopologyPart& part = import.part;
    const std::size_t at = m_contradictions.beginFile(part.origin);
    std::string& name = m_groups.name;
    if (name.empty())
        name = part.plan.name;
    for (const PlannedRack& rack : part.plan.racks)
        addRack(rack, part.hasRackUnits);
    for (const PlannedNode& node : part.plan.nodes)
        addNode(node);
    for (const PlannedSwitch& device : part.plan.switches)
        addSwitch(device);
    for (const DeviceModel& model : part.models)
        addModel(model);
    const auto keep = [&](const std::vector<PlannedLink>& from, std::vector<std::pair<PlannedLink, std::size_t>>& to) {
        for (const PlannedLink& link : from)
            to.emplace_back(resolved(link), at);
    };
    keep(part.plan.links, m_links);
    if (countsAsSeen) {
        keep(part.plan.wired, m_wired);
        for (const std::string& owner : part.plan.examined)
            m_examined.insert(resolve(owner));
    } else if (!part.plan.wired.empty())
        m_merged.guesses.add(
            fmt::format("{}: its {} replaced by links from later files", part.origin,
                        counted(part.plan.wired.size(), "discovered link is", "discovered links are")));
    keep(part.logical, m_logical);
    for (const PlannedLoop& loop : part.plan.loops)
        addLoop(loop);
    for (const PowerFeed& feed : part.plan.feeds)
        addFeed(feed);
    if (part.plan.power != PowerLimits())
        m_groups.power = part.plan.power;
    for (const PlannedStorage& storage : part.plan.storage) {
        if (known(m_groups.storage, storage.name) == nullptr)
            m_groups.storage.push_back(storage);
    }
    for (const ServicePool& pool : part.plan.pools) {
        if (known(m_groups.pools, pool.name) == nullptr)
            m_groups.pools.push_back(pool);
    }
    m_groups.owners.insert(m_groups.owners.end(), part.plan.owners.begin(), part.plan.owners.end());
    m_groups.runs.insert(m_groups.runs.end(), part.plan.runs.begin(), part.plan.runs.end());
    m_groups.targets.insert(m_groups.targets.end(), part.plan.targets.begin(), part.plan.targets.end());
    m_groups.serviceTargets.insert(m_groups.serviceTargets.end(), part.plan.serviceTargets.begin(),
                                   part.plan.serviceTargets.end());
    addBandwidths(part.plan.bandwidths);
    addEndpoints(import);
}

/// If the operation, ranks and size are the same, the first one counts.
void PlanMerge::addBandwidths(const std::vector<BandwidthReference>& references)
{
    const auto isOfSame = [](const BandwidthReference& one, const BandwidthReference& other) {
        return one.bytes == other.bytes && one.ranks == other.ranks && one.operation == other.operation;
    };
    for (const BandwidthReference& each : references) {
        const bool isKnown = std::ranges::any_of(
            m_groups.bandwidths, [&](const BandwidthReference& known) { return isOfSame(known, each); });
        if (!isKnown && m_groups.bandwidths.size() < budget::groupsPerPlan)
            m_groups.bandwidths.push_back(each);
    }
}

template <class Group>
Group* PlanMerge::known(std::vector<Group>& groups, const std::string& name)
{
    const auto [at, isNew] = m_groupAt.try_emplace({&groups, name}, groups.size());
    return isNew ? nullptr : &groups[at->second];
}

void PlanMerge::addRack(const PlannedRack& rack, bool hasRackUnits)
{
    const std::string who = fmt::format("rack '{}'", rack.name);
    const auto [at, isNew] = m_rackAt.try_emplace(rack.name, m_racks.size());
    if (isNew) {
        m_contradictions.named(who);
        m_racks.push_back(rack);
        if (!hasRackUnits)
            m_racks.back().place.heightUnits = unknownUnits;
        return;
    }
    RackPlace& ours = m_racks[at->second].place;
    const RackPlace& theirs = rack.place;
    m_contradictions.settle(who, "the number of units", ours.heightUnits,
                            hasRackUnits ? theirs.heightUnits : unknownUnits, unknownUnits);
    m_contradictions.settle(who, "its row", ours.row, theirs.row, std::string());
    m_contradictions.settle(who, "its width", ours.width, theirs.width, RackPlace::standardWidth);
    m_contradictions.settle(who, "its depth", ours.depth, theirs.depth, RackPlace::standardDepth);
    if (theirs.isPlaced && !ours.isPlaced) {
        ours.positionInRow = theirs.positionInRow;
        ours.x = theirs.x;
        ours.z = theirs.z;
        ours.isTurned = theirs.isTurned;
        ours.isPlaced = true;
    } else if (theirs.isPlaced && std::hypot(ours.x - theirs.x, ours.z - theirs.z) > 0.01F) {
        m_contradictions.add(fmt::format("{}: its position is {}, {} m, but {}, {} m in {}", who, ours.x, ours.z,
                                         theirs.x, theirs.z, m_contradictions.origin()));
    }
}

/// Adds a rack that a machine refers to and no file describes.
void PlanMerge::nameRack(const std::string& rack)
{
    if (rack.empty() || !m_rackAt.try_emplace(rack, m_racks.size()).second)
        return;
    m_contradictions.named(fmt::format("rack '{}'", rack));
    m_racks.push_back({rack, {}});
    m_racks.back().place.heightUnits = unknownUnits;
}

std::string PlanMerge::resolve(const std::string& owner) const
{
    if (m_nodeAt.contains(owner) || m_switchAt.contains(owner))
        return owner;
    const auto host = m_byHost.find(std::string(hostPart(owner)));
    return host != m_byHost.end() ? host->second : owner;
}

PlannedLink PlanMerge::resolved(PlannedLink link) const
{
    link.from.owner = resolve(link.from.owner);
    link.to.owner = resolve(link.to.owner);
    return link;
}

void PlanMerge::addNode(PlannedNode node)
{
    node.name = resolve(node.name);
    const std::string who = fmt::format("node '{}'", node.name);
    if (m_switchAt.contains(node.name)) {
        m_contradictions.add(fmt::format("'{}' is a switch, but a node in {}", node.name, m_contradictions.origin()));
        return;
    }
    nameRack(node.rack);
    const auto [at, isNew] = m_nodeAt.try_emplace(node.name, m_nodes.size());
    if (isNew) {
        m_contradictions.named(who);
        m_byHost.emplace(hostPart(node.name), node.name);
        m_nodes.push_back(std::move(node));
        return;
    }
    PlannedNode& ours = m_nodes[at->second];
    const bool isElsewhere = !ours.rack.empty() && !node.rack.empty() && ours.rack != node.rack;
    m_contradictions.settle(who, "its rack", ours.rack, node.rack, std::string());
    if (!isElsewhere && !node.rack.empty()) {
        m_contradictions.settle(who, "its unit", ours.place.bottomUnit, node.place.bottomUnit, unknownUnits);
        m_contradictions.settle(who, "its height", ours.place.heightUnits, node.place.heightUnits, unknownUnits);
    }
    m_contradictions.settle(who, "its model", ours.model, node.model, std::string());
    m_contradictions.settle(who, "the model of its GPUs", ours.gpuModel, node.gpuModel, std::string());
    m_contradictions.settle(who, "the number of its GPUs", ours.gpus, node.gpus, 0U);
}

void PlanMerge::addSwitch(PlannedSwitch device)
{
    device.name = resolve(device.name);
    const std::string who = fmt::format("switch '{}'", device.name);
    if (m_nodeAt.contains(device.name)) {
        m_contradictions.add(fmt::format("'{}' is a node, but a switch in {}", device.name, m_contradictions.origin()));
        return;
    }
    nameRack(device.rack);
    const auto [at, isNew] = m_switchAt.try_emplace(device.name, m_switches.size());
    if (isNew) {
        m_contradictions.named(who);
        m_byHost.emplace(hostPart(device.name), device.name);
        m_switches.push_back(std::move(device));
        return;
    }
    PlannedSwitch& ours = m_switches[at->second];
    const bool isElsewhere = !ours.rack.empty() && !device.rack.empty() && ours.rack != device.rack;
    m_contradictions.settle(who, "its rack", ours.rack, device.rack, std::string());
    if (!isElsewhere && !device.rack.empty()) {
        m_contradictions.settle(who, "its unit", ours.place.bottomUnit, device.place.bottomUnit, unknownUnits);
        m_contradictions.settle(who, "its height", ours.place.heightUnits, device.place.heightUnits, unknownUnits);
    }
    m_contradictions.settle(who, "its model", ours.model, device.model, std::string());
}

void PlanMerge::addModel(const DeviceModel& model)
{
    const std::string who = fmt::format("model '{}'", model.name);
    const auto [at, isNew] = m_models.try_emplace(model.name, model);
    if (isNew) {
        m_contradictions.named(who);
        return;
    }
    m_contradictions.settle(who, "its height", at->second.units, model.units, 0U);
    m_contradictions.settle(who, "the number of its GPUs", at->second.gpus, model.gpus, 0U);
    m_contradictions.settle(who, "the model of its GPUs", at->second.gpuModel, model.gpuModel, std::string());
    at->second.portGbps.insert(model.portGbps.begin(), model.portGbps.end());
}

void PlanMerge::addLoop(PlannedLoop loop)
{
    for (const std::string& rack : loop.racks)
        nameRack(rack);
    const std::string who = fmt::format("loop '{}'", loop.name);
    PlannedLoop* const ours = known(m_groups.loops, loop.name);
    if (ours == nullptr) {
        m_contradictions.named(who);
        m_groups.loops.push_back(std::move(loop));
        return;
    }
    m_contradictions.settle(who, "its CDU", ours->cdu, loop.cdu, std::string());
    m_contradictions.settle(who, "its capacity", ours->capacityWatts, loop.capacityWatts, 0.0);
    m_contradictions.settle(who, "its flow", ours->flowLpm, loop.flowLpm, 0.0);
    std::ranges::sort(loop.racks);
    std::vector<std::string> racks = ours->racks;
    std::ranges::sort(racks);
    if (racks != loop.racks)
        m_contradictions.settle(who, "the racks that it cools", ours->racks, loop.racks, std::vector<std::string>());
}

void PlanMerge::addFeed(PowerFeed feed)
{
    for (const std::string& rack : feed.racks)
        nameRack(rack);
    const std::string who = fmt::format("power feed '{}'", feed.name);
    std::erase_if(feed.racks, [&](const std::string& rack) { return !m_fed.emplace(feed.name, rack).second; });
    PowerFeed* const ours = known(m_groups.feeds, feed.name);
    if (ours == nullptr) {
        m_contradictions.named(who);
        m_groups.feeds.push_back(std::move(feed));
        return;
    }
    m_contradictions.settle(who, "its capacity", ours->capacityWatts, feed.capacityWatts, 0.0);
    ours->racks.insert(ours->racks.end(), feed.racks.begin(), feed.racks.end());
}

void PlanMerge::addEndpoints(const TopologyImport& import)
{
    std::set<std::string> known;
    for (const AgentEndpoint& endpoint : m_merged.file.endpoints)
        known.insert(endpoint.node);
    for (AgentEndpoint endpoint : import.endpoints) {
        endpoint.node = resolve(endpoint.node);
        if (known.insert(endpoint.node).second)
            m_merged.file.endpoints.push_back(std::move(endpoint));
    }
    for (const ClusterRelay& relay : import.relays)
        addRelay(relay);
    if (import.reporters && !m_merged.file.reporters)
        m_merged.file.reporters = import.reporters;
}

/// If two relays have the same name, or follow the same node, the earlier file's relay counts.
void PlanMerge::addRelay(ClusterRelay relay)
{
    std::vector<ClusterRelay>& relays = m_merged.file.relays;
    if (std::ranges::find(relays, relay.name, &ClusterRelay::name) != relays.end())
        return;
    for (std::string& node : relay.nodes)
        node = resolve(node);
    std::erase_if(relay.nodes, [&](const std::string& node) {
        const auto other = std::ranges::find_if(
            relays, [&](const ClusterRelay& each) { return std::ranges::find(each.nodes, node) != each.nodes.end(); });
        if (other != relays.end())
            m_contradictions.add(fmt::format("'{}' is assigned to relay '{}', but to '{}' in {}", node, other->name,
                                             relay.name, m_contradictions.origin()));
        return other != relays.end();
    });
    relays.push_back(std::move(relay));
}

/// Removes unknown nodes and relays from relays.
void PlanMerge::settleRelays()
{
    std::vector<ClusterRelay>& relays = m_merged.file.relays;
    for (ClusterRelay& relay : relays)
        std::erase_if(relay.nodes, [this](const std::string& node) { return !m_nodeAt.contains(node); });
    if (const Status fit = checkRelays(m_merged.file); !fit.isOk()) {
        m_contradictions.add(fmt::format("the relays are omitted: {}", fit.error().message));
        relays.clear();
    }
    const auto isEmpty = [](const ClusterRelay& relay) {
        return relay.nodes.empty() && relay.relays.empty();
    };
    for (auto empty = std::ranges::find_if(relays, isEmpty); empty != relays.end();
         empty = std::ranges::find_if(relays, isEmpty)) {
        const std::string name = std::move(empty->name);
        relays.erase(empty);
        for (ClusterRelay& relay : relays)
            std::erase(relay.relays, name);
    }
}

void PlanMerge::applyModels()
{
    const auto modelOf = [this](const std::string& name) {
        const auto found = m_models.find(name);
        return found != m_models.end() ? &found->second : nullptr;
    };
    for (PlannedNode& node : m_nodes) {
        if (const DeviceModel* const model = modelOf(node.model)) {
            node.place.heightUnits = node.place.heightUnits == unknownUnits ? model->units : node.place.heightUnits;
            node.gpus = node.gpus == 0 ? model->gpus : node.gpus;
            node.gpuModel = node.gpuModel.empty() ? model->gpuModel : node.gpuModel;
        }
    }
    std::unordered_map<std::string, const DeviceModel*> models;
    for (PlannedSwitch& device : m_switches) {
        if (const DeviceModel* const model = modelOf(device.model)) {
            device.place.heightUnits
                = device.place.heightUnits == unknownUnits ? model->units : device.place.heightUnits;
            models.emplace(device.name, model);
        }
    }
    for (const PlannedNode& node : m_nodes) {
        if (const DeviceModel* const model = modelOf(node.model))
            models.emplace(node.name, model);
    }
    for (auto& [link, at] : m_links) {
        for (const PeerDescriptor* end : {&link.from, &link.to}) {
            const auto model = models.find(end->owner);
            if (model == models.end())
                continue;
            const auto port = model->second->portGbps.find(end->port);
            if (port != model->second->portGbps.end() && link.rateGbps == 0)
                link.rateGbps = port->second;
        }
    }
}

void PlanMerge::assembleLinks(const std::vector<std::pair<PlannedLink, std::size_t>>& links, bool areSeen)
{
    std::map<std::pair<Pair, Pair>, double> known;
    for (const auto& [link, at] : links) {
        Pair from{link.from.owner, link.from.port};
        Pair to{link.to.owner, link.to.port};
        if (to < from)
            std::swap(from, to);
        if (const auto [same, isNew] = known.try_emplace({from, to}, link.rateGbps); !isNew) {
            if (link.rateGbps != 0 && same->second != 0 && link.rateGbps != same->second)
                m_contradictions.add(fmt::format("link from {} to {}: {} Gb/s, but {} Gb/s in {}", endText(link.from),
                                                 endText(link.to), same->second, link.rateGbps,
                                                 m_contradictions.origin(at)));
            continue;
        }
        const Status added = areSeen ? m_assembly.addWired(link) : m_assembly.addLink(link);
        if (!added.isOk())
            m_contradictions.add(fmt::format("the link from {} to {} in {} is omitted: {}", endText(link.from),
                                             endText(link.to), m_contradictions.origin(at), added.error().message));
    }
}

/// Adds logical connections where no links are known, and compares them with links otherwise.
void PlanMerge::assembleLogical()
{
    std::set<Pair> joined;
    std::unordered_set<std::string> linked;
    for (const auto* links : {&m_links, &m_wired}) {
        for (const auto& [link, at] : *links) {
            joined.insert(std::minmax(link.from.owner, link.to.owner));
            linked.insert({link.from.owner, link.to.owner});
        }
    }
    for (const auto& [link, at] : m_logical) {
        const std::string& child = link.from.owner;
        const std::string& parent = link.to.owner;
        if (joined.contains(std::minmax(child, parent)))
            continue;
        if (linked.contains(child) && linked.contains(parent)) {
            m_contradictions.add(fmt::format("{} is connected to {} in {}, but no other file links them", child, parent,
                                             m_contradictions.origin(at)));
            continue;
        }
        PlannedLink drawn{{child, {}}, {parent, "to:" + child}};
        if (m_switchAt.contains(child))
            drawn.from.port = "to:" + parent;
        m_contradictions.leftOut(m_assembly.addLink(drawn), fmt::format("{} at {}", child, parent));
    }
}

void PlanMerge::assembleGroups()
{
    m_assembly.setPowerLimits(m_groups.power);
    const auto add = [this](const auto& groups, const char* what, auto name) {
        for (const auto& group : groups)
            m_contradictions.leftOut(m_assembly.add(group), fmt::format("{} '{}'", what, group.*name));
    };
    add(m_groups.feeds, "power feed", &PowerFeed::name);
    add(m_groups.loops, "loop", &PlannedLoop::name);
    add(m_groups.storage, "storage", &PlannedStorage::name);
    add(m_groups.pools, "pool", &ServicePool::name);
    add(m_groups.owners, "owner", &OwnerRule::team);
    add(m_groups.runs, "run", &RunReference::job);
    add(m_groups.targets, "target of", &Target::tenant);
    add(m_groups.serviceTargets, "target of", &ServiceTarget::service);
    add(m_groups.bandwidths, "bus bandwidth of", &BandwidthReference::operation);
}

MergedTopology PlanMerge::finish()
{
    applyModels();
    m_assembly.setName(checkPlanName(m_groups.name).isOk() ? m_groups.name : "cluster");
    RackFill fill(m_assembly, m_contradictions, m_merged.guesses);
    fill.putRacks(m_racks, m_nodes, m_switches);
    fill.put(m_nodes);
    fill.put(m_switches);
    assembleLinks(m_links, false);
    assembleLinks(m_wired, true);
    for (const std::string& owner : m_examined)
        m_contradictions.leftOut(m_assembly.addExamined(owner),
                                 fmt::format("'{}' in the list of examined devices", owner));
    assembleLogical();
    assembleGroups();
    const std::size_t heap = static_cast<std::size_t>(
        std::ranges::count_if(m_assembly.plan().nodes, [](const PlannedNode& node) { return node.rack.empty(); }));
    if (heap > 0)
        m_merged.guesses.add(fmt::format("unplaced nodes, because no file names their rack: {}", heap));
    m_merged.file.plan = std::make_shared<const SitePlan>(m_assembly.take());
    std::erase_if(m_merged.file.endpoints,
                  [this](const AgentEndpoint& endpoint) { return !m_nodeAt.contains(endpoint.node); });
    settleRelays();
    TopologyBuilder builder;
    builder.addPlan(m_merged.file.plan);
    m_merged.file.topology = builder.build();
    m_merged.contradictions = m_contradictions.take();
    return std::move(m_merged);
}

} // namespace

MergedTopology mergeTopology(const std::vector<TopologyImport>& imports)
{
    // Discovered links in a cluster file are older than those of a discovery.
    const bool isSeenAnew = std::ranges::any_of(
        imports, [](const TopologyImport& import) { return import.isDiscovery && !import.part.plan.wired.empty(); });
    PlanMerge merge;
    for (const TopologyImport& import : imports)
        merge.add(import, !isSeenAnew || import.isDiscovery);
    return merge.finish();
}

} // namespace lockstep
