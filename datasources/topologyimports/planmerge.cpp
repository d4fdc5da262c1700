// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/topologyimports/planmerge.h"

#include "datasources/clusterfile/plan/planassembly.h"
#include "models/core/budget.h"
#include "models/core/textparts.h"
#include "models/core/topology/siteplan.h"
#include "models/core/topology/topologybuilder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace lockstep {

namespace {

/// Assigns racks, and rack units to machines, without overlap. Missing heights and positions are guessed and reported.
/// Used for one merge; the assembly and the texts must outlive it.
class RackFill
{
public:
    RackFill(PlanAssembly& assembly, Contradictions& contradictions, MergeTexts& guesses)
        : m_assembly(assembly), m_contradictions(contradictions), m_guesses(guesses)
    { }

    void putRacks(std::vector<PlannedRack>& racks, const std::vector<PlannedNode>& nodes,
                  const std::vector<PlannedSwitch>& switches);
    /// Places those with known units first, then the others where there is room.
    void put(std::vector<PlannedNode>& nodes) { putAll(nodes); }
    void put(std::vector<PlannedSwitch>& switches) { putAll(switches); }

private:
    void guessHeights(std::vector<PlannedRack>& racks, const std::vector<PlannedNode>& nodes,
                      const std::vector<PlannedSwitch>& switches);
    template <class Item>
    void putAll(std::vector<Item>& items);
    template <class Item>
    [[nodiscard]] Status putOne(Item item);
    template <class Item>
    [[nodiscard]] bool moveToFreeUnits(Item& item) const;

    PlanAssembly& m_assembly;
    Contradictions& m_contradictions;
    MergeTexts& m_guesses;
    std::unordered_map<std::string, std::vector<bool>> m_takenUnits; ///< by rack; bottom unit 1
};

constexpr float gapBesideRacks = 0.2F;
constexpr float aisle = 1.2F;

/// Orders "rack 9" before "rack 10".
bool isBefore(std::string_view one, std::string_view other)
{
    const auto isDigit = [](char letter) {
        return std::isdigit(static_cast<unsigned char>(letter)) != 0;
    };
    while (!one.empty() && !other.empty()) {
        if (isDigit(one.front()) && isDigit(other.front())) {
            const auto number = [&](std::string_view& text) {
                text.remove_prefix(std::min(text.find_first_not_of('0'), text.size()));
                const auto digits = std::ranges::find_if_not(text, isDigit) - text.begin();
                const std::string_view found = text.substr(0, static_cast<std::size_t>(digits));
                text.remove_prefix(found.size());
                return found;
            };
            const std::string_view left = number(one);
            const std::string_view right = number(other);
            if (left != right)
                return left.size() != right.size() ? left.size() < right.size() : left < right;
            continue;
        }
        if (one.front() != other.front())
            return one.front() < other.front();
        one.remove_prefix(1);
        other.remove_prefix(1);
    }
    return one.size() < other.size();
}

/// Places racks without a position: rows side by side by name, racks in each in order of their names, after existing
/// ones. @return number of placed racks
std::size_t layOutRacks(std::vector<PlannedRack>& racks)
{
    std::map<std::string, std::vector<PlannedRack*>> rows;
    float z = 0;
    for (PlannedRack& rack : racks) {
        if (rack.place.isPlaced)
            z = std::max(z, rack.place.z + rack.place.depth + aisle);
        else
            rows[rack.place.row].push_back(&rack);
    }
    std::size_t placed = 0;
    for (auto& [name, row] : rows) {
        std::ranges::stable_sort(row,
                                 [](const PlannedRack* a, const PlannedRack* b) { return isBefore(a->name, b->name); });
        // A row with all racks is folded into lines, to make the hall about square.
        constexpr std::size_t longestRow = 40;
        const auto square = static_cast<std::size_t>(std::ceil(std::sqrt(3.0 * static_cast<double>(row.size()))));
        const std::size_t perLine
            = row.size() <= longestRow && !name.empty() ? row.size() : std::max<std::size_t>(square, 8);
        float x = 0;
        float depth = 0;
        for (std::size_t at = 0; at < row.size(); ++at) {
            if (at > 0 && at % perLine == 0) {
                z += depth + aisle;
                x = 0;
                depth = 0;
            }
            RackPlace& place = row[at]->place;
            place.x = std::min(x, budget::hallMetres);
            place.z = std::min(z, budget::hallMetres);
            place.positionInRow = static_cast<std::uint32_t>(at + 1);
            if (name.empty()) { // lines without a name are rows too; racks without any position get their own rows
                place.row = std::to_string(at / perLine + 1);
                place.positionInRow = static_cast<std::uint32_t>(at % perLine + 1);
            }
            x += place.width + gapBesideRacks;
            depth = std::max(depth, place.depth);
            ++placed;
        }
        z += depth + aisle;
    }
    return placed;
}

constexpr std::uint32_t unknownUnit = TopologyPart::unknownUnit;

void RackFill::guessHeights(std::vector<PlannedRack>& racks, const std::vector<PlannedNode>& nodes,
                            const std::vector<PlannedSwitch>& switches)
{
    std::unordered_map<std::string, std::uint32_t> needed;
    const auto need = [&needed](const std::string& rack, NodePlace place) {
        std::uint32_t& units = needed[rack];
        const std::uint32_t height = std::max(place.heightUnits, 1U);
        units = place.bottomUnit == unknownUnit ? units + height : std::max(units, place.bottomUnit + height - 1);
    };
    for (const PlannedNode& node : nodes)
        need(node.rack, node.place);
    for (const PlannedSwitch& device : switches)
        need(device.rack, device.place);
    std::size_t guessed = 0;
    for (PlannedRack& rack : racks) {
        if (rack.place.heightUnits != unknownUnit)
            continue;
        rack.place.heightUnits = std::clamp(needed[rack.name], RackPlace().heightUnits, budget::rackUnits);
        ++guessed;
    }
    if (guessed > 0)
        m_guesses.add(
            fmt::format("racks with an assumed height, because no file gives their number of units: {}", guessed));
}

void RackFill::putRacks(std::vector<PlannedRack>& racks, const std::vector<PlannedNode>& nodes,
                        const std::vector<PlannedSwitch>& switches)
{
    guessHeights(racks, nodes, switches);
    if (const std::size_t placed = layOutRacks(racks); placed > 0)
        m_guesses.add(fmt::format("racks placed in rows by name, because no file gives their position: {}", placed));
    for (PlannedRack& rack : racks) {
        const std::string name = rack.name;
        const std::uint32_t units = rack.place.heightUnits;
        const Status added = m_assembly.add(std::move(rack));
        m_contradictions.leftOut(added, fmt::format("rack '{}'", name));
        if (added.isOk())
            m_takenUnits[name].resize(units + 1);
    }
}

/// Places it at the lowest free range of units that is large enough.
template <class Item>
bool RackFill::moveToFreeUnits(Item& item) const
{
    const auto rack = m_takenUnits.find(item.rack);
    if (rack == m_takenUnits.end())
        return false;
    std::uint32_t free = 0;
    for (std::uint32_t unit = 1; unit < rack->second.size(); ++unit) {
        free = rack->second[unit] ? 0 : free + 1;
        if (free == item.place.heightUnits) {
            item.place.bottomUnit = unit - free + 1;
            return true;
        }
    }
    return false;
}

template <class Item>
Status RackFill::putOne(Item item)
{
    const std::string rack = item.rack;
    const NodePlace place = item.place;
    const Status added = m_assembly.add(std::move(item));
    if (added.isOk() && !rack.empty())
        std::fill_n(m_takenUnits[rack].begin() + place.bottomUnit, place.heightUnits, true);
    return added;
}

template <class Item>
void RackFill::putAll(std::vector<Item>& items)
{
    std::vector<Item> homeless;
    std::size_t guessed = 0;
    for (Item& item : items) {
        item.place.heightUnits = std::max(item.place.heightUnits, 1U);
        if (item.rack.empty()) {
            m_contradictions.leftOut(putOne(item), fmt::format("'{}'", item.name));
        } else if (item.place.bottomUnit == unknownUnit) {
            ++guessed;
            homeless.push_back(std::move(item));
        } else if (const Status added = putOne(item); !added.isOk()) {
            m_contradictions.add(added.error().message);
            homeless.push_back(std::move(item));
        }
    }
    for (Item& item : homeless) {
        if (!moveToFreeUnits(item)) {
            m_contradictions.add(
                fmt::format("no free units for '{}' in rack '{}'; it remains unplaced", item.name, item.rack));
            item.rack.clear();
        }
        const std::string name = item.name;
        m_contradictions.leftOut(putOne(std::move(item)), fmt::format("'{}'", name));
    }
    if (guessed > 0)
        m_guesses.add(fmt::format("machines placed at free units, because no file gives their position in the rack: {}",
                                  guessed));
}

template void RackFill::putAll(std::vector<PlannedNode>&);
template void RackFill::putAll(std::vector<PlannedSwitch>&);

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
