// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/silencewatch.h"

#include "models/analysis/detect/baseline/placetext.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

namespace lockstep {

namespace {

std::string secondsText(Duration duration)
{
    return formatQuantity(std::round(std::chrono::duration<double>(duration).count()), Unit::Seconds);
}

/// The rack that all stand in; else the first of them.
EntityRef commonPlace(const Topology& topology, std::span<const std::uint32_t> nodes)
{
    const EntityRef first{EntityKind::Node, nodes.front()};
    const EntityRef rack = topology.ancestor(first, EntityKind::Rack);
    const bool isShared = rack.isValid() && std::ranges::all_of(nodes, [&](std::uint32_t node) {
                              return topology.ancestor({EntityKind::Node, node}, EntityKind::Rack) == rack;
                          });
    return nodes.size() > 1 && isShared ? rack : first;
}

/// " (racks A1, A2, A3 and 4 more)"; empty when none of them stands in a rack.
std::string racksText(const Topology& topology, std::span<const std::uint32_t> nodes)
{
    std::vector<std::string> racks;
    for (const std::uint32_t node : nodes) {
        const EntityRef rack = topology.ancestor({EntityKind::Node, node}, EntityKind::Rack);
        if (rack.isValid() && std::ranges::find(racks, topology.name(rack)) == racks.end())
            racks.push_back(topology.name(rack));
    }
    if (racks.empty())
        return {};
    return fmt::format(" ({} {})", racks.size() == 1 ? "rack" : "racks", someOf(racks));
}

std::string nodesText(const Topology& topology, std::span<const std::uint32_t> nodes)
{
    std::vector<std::string> names;
    for (const std::uint32_t node : nodes)
        names.push_back(topology.name({EntityKind::Node, node}));
    return someOf(names);
}

} // namespace

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

void SilenceWatch::step(TimePoint now, const Topology& topology, std::span<const NodeHearing> nodes, Derived& out)
{
    gather(now, nodes);
    if (m_gatheringSince && now - *m_gatheringSince >= gatheredFor)
        reportSilent(now, topology, nodes, out);
    for (Group& group : m_groups)
        follow(group, now, topology, nodes, out);
    std::erase_if(m_groups, [](const Group& group) { return group.nodes.empty(); });
}

void SilenceWatch::gather(TimePoint now, std::span<const NodeHearing> nodes)
{
    m_lostWhenHeard.resize(nodes.size());
    const std::vector<bool> isKnown = known(nodes.size());
    for (std::uint32_t at = 0; at < nodes.size(); ++at) {
        const NodeHearing& node = nodes[at];
        if (node.state == NodeHearing::State::Heard)
            m_lostWhenHeard[at] = node.lostTicks;
        if (node.state != NodeHearing::State::Silent || now - node.lastHeard < ticksBeforeSilent * node.period
            || isKnown[at])
            continue;
        m_gathering.push_back({at, node.lastHeard, m_lostWhenHeard[at], false});
        if (!m_gatheringSince)
            m_gatheringSince = now;
    }
}

void SilenceWatch::reportSilent(TimePoint now, const Topology& topology, std::span<const NodeHearing> nodes,
                                Derived& out)
{
    m_gatheringSince.reset();
    std::map<std::string, Group> groups; // by lost relay
    for (Lost& lost : std::exchange(m_gathering, {})) {
        if (lost.node >= nodes.size() || nodes[lost.node].state != NodeHearing::State::Silent)
            continue; // it was but late
        Group& group = groups[nodes[lost.node].lostRelay];
        group.relay = nodes[lost.node].lostRelay;
        group.nodes.push_back(std::move(lost));
    }
    for (auto& [relay, group] : groups) {
        const auto reported = std::ranges::find(m_groups, relay, &Group::relay);
        if (relay.empty() || reported == m_groups.end())
            tell(std::move(group), now, topology, nodes, out);
        else // of whom this was said already
            std::ranges::move(group.nodes, std::back_inserter(reported->nodes));
    }
}

void SilenceWatch::tell(Group group, TimePoint now, const Topology& topology, std::span<const NodeHearing> nodes,
                        Derived& out)
{
    std::vector<std::uint32_t> silent;
    TimePoint since = now;
    for (const Lost& lost : group.nodes) {
        silent.push_back(lost.node);
        since = std::min(since, lost.since);
    }
    group.place = commonPlace(topology, silent);
    const auto watched = static_cast<std::size_t>(std::ranges::count_if(
        nodes, [](const NodeHearing& node) { return node.state != NodeHearing::State::NotWatched; }));
    const bool isMany = silent.size() == watched || (silent.size() > 1 && silent.size() * 10 >= watched);
    const std::string who = nodesText(topology, silent);
    const std::string where = racksText(topology, silent);
    const std::string howLong = secondsText(now - since);
    std::string text;
    if (!group.relay.empty())
        text = fmt::format("Relay {} is not heard for {}, and with it nothing of its {}: {}{}", group.relay, howLong,
                           silent.size() == 1 ? "node" : fmt::format("{} nodes", silent.size()), who, where);
    else if (silent.size() == 1)
        text = fmt::format("{} is silent: nothing heard for {}{}", who, howLong, where);
    else
        text = fmt::format("{} nodes are silent for {}: {}{}", silent.size(), howLong, who, where);
    out.events.push_back({group.place,
                          {now, isMany ? Severity::Critical : Severity::Warning, 0,
                           group.relay.empty() ? code : relayCode, std::move(text)}});
    m_groups.push_back(std::move(group));
}

void SilenceWatch::follow(Group& group, TimePoint now, const Topology& topology, std::span<const NodeHearing> nodes,
                          Derived& out)
{
    bool isNobodysAnyMore = true;
    for (Lost& lost : group.nodes) {
        const auto state = lost.node < nodes.size() ? nodes[lost.node].state : NodeHearing::State::NotWatched;
        lost.isBack = state != NodeHearing::State::Silent;
        isNobodysAnyMore &= state == NodeHearing::State::NotWatched;
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
    std::string who = back.size() == 1 ? nodesText(topology, back) : fmt::format("{} nodes", back.size());
    if (!group.relay.empty())
        who += fmt::format(" behind relay {}", group.relay);
    const std::string text = isNobodysAnyMore
        ? fmt::format("{} {} no longer listened to", who, back.size() == 1 ? "is" : "are")
        : fmt::format("{} {} again after {}: {}", who, back.size() == 1 ? "reports" : "report",
                      secondsText(now - since),
                      lostTicks == 0 ? std::string("nothing was lost") : fmt::format("{} ticks lost", lostTicks));
    out.events.push_back({group.place, {now, Severity::Information, 0, group.relay.empty() ? code : relayCode, text}});
    group.nodes.clear();
}

} // namespace lockstep
