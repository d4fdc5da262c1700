// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/silenceanalysis.h"

#include "models/analysis/detect/baseline/placetext.h"
#include "models/core/topology/reporters.h"
#include "models/core/topology/siteplan.h"
#include "models/core/units.h"
#include "models/store/clusterstore.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <utility>

namespace lockstep {

namespace {

EntityRef rackOf(const Topology& topology, std::uint32_t node)
{
    return knownRackOf(topology, {EntityKind::Node, node});
}

/// The switches at the far ends of a node's links.
std::set<EntityRef> switchesOf(const Topology& topology, std::uint32_t node)
{
    std::set<EntityRef> devices;
    for (const EntityRef port : topology.children({EntityKind::Node, node})) {
        const EntityRef far = port.kind == EntityKind::Port ? topology.peer(port) : EntityRef{};
        const EntityRef device = topology.contains(far) ? topology.ancestor(far, EntityKind::Switch) : EntityRef{};
        if (device.isValid())
            devices.insert(device);
    }
    return devices;
}

/// The switch to which all silent nodes and no others are connected. Invalid if several switches qualify, such as the
/// leaves of each rail.
EntityRef switchOfAll(const Topology& topology, std::span<const std::uint32_t> silent,
                      std::span<const std::uint32_t> watched)
{
    std::map<EntityRef, std::size_t> hangAt; // watched nodes by switch
    for (const std::uint32_t node : watched) {
        for (const EntityRef device : switchesOf(topology, node))
            ++hangAt[device];
    }
    std::map<EntityRef, std::size_t> shared;
    for (const std::uint32_t node : silent) {
        for (const EntityRef device : switchesOf(topology, node))
            ++shared[device];
    }
    std::erase_if(
        shared, [&](const auto& each) { return each.second != silent.size() || hangAt[each.first] != silent.size(); });
    return shared.size() == 1 ? shared.begin()->first : EntityRef{};
}

/// The power feed of all silent nodes and no others. Racks with two feeds do not count.
std::string feedOfAll(const Topology& topology, std::span<const std::uint32_t> silent,
                      std::span<const std::uint32_t> watched)
{
    if (!topology.plan())
        return {};
    const auto countOn = [&](const PowerFeed& feed, std::span<const std::uint32_t> nodes) {
        return static_cast<std::size_t>(std::ranges::count_if(nodes, [&](std::uint32_t node) {
            const EntityRef rack = rackOf(topology, node);
            return rack.isValid() && std::ranges::find(feed.racks, topology.name(rack)) != feed.racks.end();
        }));
    };
    std::vector<std::string> feeds;
    for (const PowerFeed& feed : topology.plan()->feeds) {
        if (countOn(feed, silent) == silent.size() && countOn(feed, watched) == silent.size())
            feeds.push_back(feed.name);
    }
    return feeds.size() == 1 ? feeds.front() : std::string();
}

std::string rowOfAll(const Topology& topology, std::span<const std::uint32_t> silent,
                     std::span<const std::uint32_t> watched)
{
    const auto rowOf = [&](std::uint32_t node) {
        const EntityRef rack = rackOf(topology, node);
        return rack.isValid() ? topology.rackPlace(rack).row : std::string();
    };
    const std::string row = rowOf(silent.front());
    const auto isIn = [&](std::uint32_t node) {
        return rowOf(node) == row;
    };
    const bool isAll = !row.empty() && std::ranges::all_of(silent, isIn)
        && static_cast<std::size_t>(std::ranges::count_if(watched, isIn)) == silent.size();
    return isAll ? row : std::string();
}

std::string secondsText(Duration duration)
{
    return formatQuantity(std::round(std::chrono::duration<double>(duration).count()), Unit::Seconds);
}

/// Nodes in more racks than this are one event, even if they are few.
constexpr std::size_t maxRacksApart = 3;

/// Removes reporters, unless only reporters are silent.
std::vector<std::uint32_t> withoutReporters(std::vector<std::uint32_t> silent, std::span<const NodeReporting> nodes)
{
    const auto isReporter = [nodes](std::uint32_t node) {
        return nodes[node].isReporter;
    };
    if (!std::ranges::all_of(silent, isReporter))
        std::erase_if(silent, isReporter);
    return silent;
}

/// Watched nodes of the same type (node or reporter) as the silent ones.
std::vector<std::uint32_t> watchedAmong(std::span<const NodeReporting> nodes, std::span<const std::uint32_t> silent)
{
    std::vector<std::uint32_t> watched;
    const bool areReporters = nodes[silent.front()].isReporter;
    for (std::uint32_t at = 0; at < nodes.size(); ++at) {
        if (nodes[at].state != NodeReporting::State::NotMonitored && nodes[at].isReporter == areReporters)
            watched.push_back(at);
    }
    return watched;
}

bool areMany(std::size_t silent, std::size_t watched)
{
    return silent == watched || (silent > 1 && silent * 10 >= watched);
}

/// " (racks A1, A2, A3 and 4 more)"; empty if no rack is known.
std::string racksText(const Topology& topology, std::span<const std::uint32_t> nodes)
{
    std::vector<std::string> racks;
    for (const std::uint32_t node : nodes) {
        const EntityRef rack = knownRackOf(topology, {EntityKind::Node, node});
        if (rack.isValid() && std::ranges::find(racks, topology.name(rack)) == racks.end())
            racks.push_back(topology.name(rack));
    }
    if (racks.empty())
        return {};
    return fmt::format(" ({} {})", racks.size() == 1 ? "rack" : "racks", abbreviatedList(racks));
}

std::string nodesText(const Topology& topology, std::span<const std::uint32_t> nodes)
{
    std::vector<std::string> names;
    for (const std::uint32_t node : nodes)
        names.push_back(topology.name({EntityKind::Node, node}));
    return abbreviatedList(names);
}

const char* kindName(const LostIntermediary& between)
{
    return between.kind == LostIntermediary::Kind::Engine ? "metrics server" : "relay";
}

const char* codeOf(const LostIntermediary& between)
{
    switch (between.kind) {
    case LostIntermediary::Kind::Engine:
        return codes::sourceEngineLost;
    case LostIntermediary::Kind::Relay:
        return codes::sourceRelayLost;
    case LostIntermediary::Kind::Nothing:
        break;
    }
    return codes::nodeLost;
}

LostIntermediary lostIntermediary(const SourceStatus& source)
{
    if (source.isRelayLost)
        return {LostIntermediary::Kind::Relay, source.relay};
    if (source.isEngine && (source.state == SourceState::Retrying || source.state == SourceState::Stale))
        return {LostIntermediary::Kind::Engine, source.peer};
    return {};
}

NodeReporting reportingOf(const ClusterStore& store, EntityRef node)
{
    const NodeStatus& status = store.node(node);
    NodeReporting reporting;
    const bool isKnown = status.source.isValid() && status.source.value < store.sources().size();
    const SourceStatus* const source = isKnown ? &store.sources()[status.source.value] : nullptr;
    const bool isClosed = source != nullptr && source->state == SourceState::Closed;
    if (source != nullptr)
        reporting.lostIntermediary = lostIntermediary(*source);
    if (status.freshness != Freshness::NeverSeen && !isClosed)
        reporting.state
            = status.freshness == Freshness::Live ? NodeReporting::State::Reporting : NodeReporting::State::Silent;
    reporting.lastReport = status.lastReceived;
    if (const NodeIdentity* const identity = store.topology()->identity(node))
        reporting.period = std::max<Duration>(identity->tickPeriod, std::chrono::milliseconds(1));
    reporting.lostTicks = status.lostTicks();
    return reporting;
}

} // namespace

std::vector<EntityRef> racksOf(const Topology& topology, std::span<const std::uint32_t> nodes)
{
    std::set<EntityRef> racks;
    for (const std::uint32_t node : nodes)
        racks.insert(rackOf(topology, node));
    return {racks.begin(), racks.end()};
}

SilentPlace silentPlace(const Topology& topology, std::span<const std::uint32_t> silent,
                        std::span<const std::uint32_t> watched)
{
    const std::size_t count = silent.size();
    if (count == 1)
        return {{EntityKind::Node, silent.front()}, topology.name({EntityKind::Node, silent.front()}), true};
    const std::vector<EntityRef> racks = racksOf(topology, silent);
    const bool isOneRack = racks.size() == 1 && racks.front().isValid();
    if (isOneRack) // named in the text beside the nodes
        return {racks.front(), fmt::format("{} nodes", count), true};
    if (count == watched.size())
        return {{}, fmt::format("All {} nodes", count), true};
    if (const EntityRef device = switchOfAll(topology, silent, watched); device.isValid())
        return {device, fmt::format("All {} nodes at switch {}", count, topology.name(device)), true};
    if (const std::string feed = feedOfAll(topology, silent, watched); !feed.empty())
        return {{}, fmt::format("All {} nodes of power feed {}", count, feed), true};
    if (const std::string row = rowOfAll(topology, silent, watched); !row.empty())
        return {{}, fmt::format("All {} nodes of row {}", count, row), true};
    const bool isAllPlaced = std::ranges::all_of(racks, &EntityRef::isValid);
    return {{},
            isAllPlaced ? fmt::format("{} nodes in {} racks", count, racks.size()) : fmt::format("{} nodes", count),
            false};
}

std::vector<bool> SilenceWatch::known(std::size_t nodes) const
{
    std::vector<bool> known(nodes, false);
    const auto mark = [&known](const std::vector<Lost>& some) {
        for (const Lost& lost : some) {
            if (lost.node < known.size() && !lost.isBack)
                known[lost.node] = true;
        }
    };
    mark(m_gathering);
    for (const Group& group : m_groups)
        mark(group.nodes);
    return known;
}

void SilenceWatch::step(TimePoint now, const Topology& topology, std::span<const NodeReporting> nodes, Derived& out)
{
    gather(now, nodes);
    if (m_gatheringSince && now - *m_gatheringSince >= gatheredFor)
        reportSilent(now, topology, nodes, out);
    for (Group& group : m_groups)
        follow(group, now, topology, nodes, out);
    std::erase_if(m_groups, [](const Group& group) { return group.nodes.empty(); });
}

void SilenceWatch::gather(TimePoint now, std::span<const NodeReporting> nodes)
{
    m_lostAtReport.resize(nodes.size());
    const std::vector<bool> isKnown = known(nodes.size());
    for (std::uint32_t at = 0; at < nodes.size(); ++at) {
        const NodeReporting& node = nodes[at];
        if (node.state == NodeReporting::State::Reporting)
            m_lostAtReport[at] = node.lostTicks;
        if (node.state != NodeReporting::State::Silent || now - node.lastReport < ticksBeforeSilent * node.period
            || isKnown[at])
            continue;
        m_gathering.push_back({at, node.lastReport, m_lostAtReport[at], false});
        if (!m_gatheringSince)
            m_gatheringSince = now;
    }
}

void SilenceWatch::reportSilent(TimePoint now, const Topology& topology, std::span<const NodeReporting> nodes,
                                Derived& out)
{
    m_gatheringSince.reset();
    std::map<LostIntermediary, Group> groups; // by lost relay or server
    for (Lost& lost : std::exchange(m_gathering, {})) {
        if (lost.node >= nodes.size() || nodes[lost.node].state != NodeReporting::State::Silent)
            continue; // the node was only late
        Group& group = groups[nodes[lost.node].lostIntermediary];
        group.between = nodes[lost.node].lostIntermediary;
        group.nodes.push_back(std::move(lost));
    }
    for (auto& [between, group] : groups) {
        const auto reported = std::ranges::find(m_groups, between, &Group::between);
        if (between.kind != LostIntermediary::Kind::Nothing && reported != m_groups.end()) { // already reported
            std::ranges::move(group.nodes, std::back_inserter(reported->nodes));
            continue;
        }
        for (Group& part : apart(std::move(group), topology, nodes))
            reportGroup(std::move(part), now, topology, nodes, out);
    }
}

/// Splits a few nodes in few racks by rack if they have nothing in common, because then they have no common fault.
std::vector<SilenceWatch::Group> SilenceWatch::apart(Group group, const Topology& topology,
                                                     std::span<const NodeReporting> nodes)
{
    std::vector<std::uint32_t> silent;
    for (const Lost& lost : group.nodes)
        silent.push_back(lost.node);
    silent = withoutReporters(std::move(silent), nodes);
    const std::vector<std::uint32_t> watched = watchedAmong(nodes, silent);
    const bool isOne = group.between.kind != LostIntermediary::Kind::Nothing || areMany(silent.size(), watched.size())
        || racksOf(topology, silent).size() > maxRacksApart || silentPlace(topology, silent, watched).isWhole;
    std::map<EntityRef, Group> parts;
    for (Lost& lost : group.nodes) {
        const EntityRef rack = isOne ? EntityRef{} : knownRackOf(topology, {EntityKind::Node, lost.node});
        parts[rack].between = group.between;
        parts[rack].nodes.push_back(std::move(lost));
    }
    std::vector<Group> groups;
    for (auto& [rack, part] : parts)
        groups.push_back(std::move(part));
    return groups;
}

void SilenceWatch::reportGroup(Group group, TimePoint now, const Topology& topology,
                               std::span<const NodeReporting> nodes, Derived& out)
{
    std::vector<std::uint32_t> silent;
    TimePoint since = now;
    for (const Lost& lost : group.nodes) {
        silent.push_back(lost.node);
        since = std::min(since, lost.since);
    }
    silent = withoutReporters(std::move(silent), nodes);
    const std::vector<std::uint32_t> watched = watchedAmong(nodes, silent);
    const SilentPlace place = silentPlace(topology, silent, watched);
    group.place = place.entity;
    const bool isMany = areMany(silent.size(), watched.size());
    const std::string who = nodesText(topology, silent);
    const std::string where = racksText(topology, silent);
    std::string text;
    if (group.between.kind != LostIntermediary::Kind::Nothing)
        text = fmt::format("{} {}: no data from it or its {}: {}{}",
                           group.between.kind == LostIntermediary::Kind::Engine ? "Metrics server" : "Relay",
                           group.between.name, silent.size() == 1 ? "node" : fmt::format("{} nodes", silent.size()),
                           who, where);
    else if (silent.size() == 1)
        text = fmt::format("{}: no data{}", who, where);
    else if (place.isWhole && place.entity.kind != EntityKind::Rack) // the place says which nodes
        text = fmt::format("{}: no data", place.words);
    else
        text = fmt::format("{}: no data from {}{}", place.words, who, where);
    out.events.push_back({group.place,
                          {now,
                           isMany ? Severity::Critical : Severity::Warning,
                           0,
                           codeOf(group.between),
                           std::move(text),
                           {.subject = place.entity.isValid() ? std::string() : place.words, .lasted = now - since}}});
    m_groups.push_back(std::move(group));
}

void SilenceWatch::follow(Group& group, TimePoint now, const Topology& topology, std::span<const NodeReporting> nodes,
                          Derived& out)
{
    bool isUnmonitored = true;
    for (Lost& lost : group.nodes) {
        const auto state = lost.node < nodes.size() ? nodes[lost.node].state : NodeReporting::State::NotMonitored;
        lost.isBack = state != NodeReporting::State::Silent;
        isUnmonitored &= state == NodeReporting::State::NotMonitored;
    }
    if (!std::ranges::all_of(group.nodes, &Lost::isBack))
        return;
    std::vector<std::uint32_t> back;
    std::uint64_t lostTicks = 0;
    TimePoint since = now;
    for (const Lost& lost : group.nodes) {
        back.push_back(lost.node);
        since = std::min(since, lost.since);
        if (lost.node < nodes.size() && nodes[lost.node].lostTicks > lost.lostBefore)
            lostTicks += nodes[lost.node].lostTicks - lost.lostBefore;
    }
    back = withoutReporters(std::move(back), nodes);
    std::string who = back.size() == 1 ? nodesText(topology, back) : fmt::format("{} nodes", back.size());
    if (group.between.kind != LostIntermediary::Kind::Nothing)
        who += fmt::format(" behind {} {}", kindName(group.between), group.between.name);
    const std::string text = isUnmonitored
        ? fmt::format("{} {} no longer monitored", who, back.size() == 1 ? "is" : "are")
        : fmt::format("{} {} again after {}: {}", who, back.size() == 1 ? "reports" : "report",
                      secondsText(now - since),
                      lostTicks == 0       ? "nothing lost"
                          : lostTicks == 1 ? "1 tick lost"
                                           : fmt::format("{} ticks lost", lostTicks));
    out.events.push_back({group.place, {now, Severity::Information, 0, codeOf(group.between), text}});
    group.nodes.clear();
}

Analysis::Task SilenceAnalysis::take(const ClusterStore& store, const ChangeSet& changes)
{
    if (!store.topology() || (!changes.sources && changes.ticks.isEmpty()))
        return {};
    auto nodes = std::make_shared<std::vector<NodeReporting>>();
    for (std::uint32_t node = 0; node < store.topology()->count(EntityKind::Node); ++node) {
        nodes->push_back(reportingOf(store, {EntityKind::Node, node}));
        nodes->back().isReporter = isReporter(*store.topology(), {EntityKind::Node, node});
    }
    return [this, nodes, now = store.now(), topology = store.topology()] {
        Result result;
        m_watch.step(now, *topology, *nodes, result.derived);
        return result;
    };
}

} // namespace lockstep
