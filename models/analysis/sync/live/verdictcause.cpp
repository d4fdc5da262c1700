// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/live/verdictcause.h"

#include "models/analysis/detect/baseline/placetext.h"
#include "models/core/topology/reporters.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace lockstep {

namespace {

constexpr std::size_t switchesNamed = 4;

/// The switch at the far end of a port's link; invalid: none.
EntityRef switchBehind(const Topology& topology, EntityRef port)
{
    const EntityRef far = topology.peer(port);
    return topology.contains(far) ? topology.ancestor(far, EntityKind::Switch) : EntityRef{};
}

/// The switches that a rank uses: those of the GPU's own NIC, if it has one.
std::set<EntityRef> switchesOfRank(const Topology& topology, EntityRef rank)
{
    const EntityRef node = topology.ancestor(rank, EntityKind::Node);
    std::vector<EntityRef> gpus;
    std::vector<EntityRef> leaves;
    for (const EntityRef child : node.isValid() ? topology.children(node) : std::span<const EntityRef>()) {
        if (child.kind == EntityKind::Gpu)
            gpus.push_back(child);
        const EntityRef leaf = child.kind == EntityKind::Port ? switchBehind(topology, child) : EntityRef{};
        if (leaf.isValid())
            leaves.push_back(leaf);
    }
    const auto slot = std::ranges::find(gpus, rank);
    if (slot != gpus.end() && gpus.size() == leaves.size())
        return {leaves[static_cast<std::size_t>(slot - gpus.begin())]};
    return {leaves.begin(), leaves.end()};
}

std::set<EntityRef> switchesOfGroup(const Topology& topology, const GroupPlaces& group)
{
    std::set<EntityRef> nodes;
    std::set<EntityRef> leaves;
    for (const EntityRef rank : group) {
        if (!topology.contains(rank))
            continue;
        nodes.insert(topology.ancestor(rank, EntityKind::Node));
        leaves.merge(switchesOfRank(topology, rank));
    }
    return nodes.size() > 1 ? leaves : std::set<EntityRef>();
}

} // namespace

std::string sharedSwitchText(const Topology& topology, std::span<const GroupPlaces> affected,
                             std::span<const GroupPlaces> others)
{
    if (affected.empty())
        return {};
    std::set<EntityRef> shared = switchesOfGroup(topology, affected.front());
    for (const GroupPlaces& group : affected) {
        const std::set<EntityRef> its = switchesOfGroup(topology, group);
        std::erase_if(shared, [&](EntityRef leaf) { return !its.contains(leaf); });
    }
    std::vector<std::set<EntityRef>> elsewhere;
    for (const GroupPlaces& group : others)
        elsewhere.push_back(switchesOfGroup(topology, group));
    std::erase_if(shared, [&](EntityRef leaf) {
        const auto users = std::ranges::count_if(elsewhere, [&](const auto& its) { return its.contains(leaf); });
        return 2 * static_cast<std::size_t>(users) > elsewhere.size();
    });
    if (shared.empty() || shared.size() > switchesNamed)
        return {};
    std::vector<std::string> names;
    for (const EntityRef leaf : shared)
        names.push_back(topology.name(leaf));
    return ", all of them through " + someOf(names);
}

namespace {

/// A cause must apply to this share of the named ranks, and to so much less of the others.
constexpr double maxOfThem = 0.5;
constexpr double clearlyFewer = 0.3;
/// Share of ranks that must be in a common place.
constexpr double nearlyAll = 0.9;

constexpr std::size_t causeCount = 4; // that throttling can show

using Counts = std::array<std::size_t, causeCount>;

TickRange judgedTicks(const JobSync& job, Duration tickPeriod)
{
    const std::size_t count = std::min(job.judgedSteps, job.steps.size());
    if (count == 0)
        return {};
    return {tickIndexOf(job.steps[job.steps.size() - count]->range.from, tickPeriod),
            tickIndexOf(job.steps.back()->range.to, tickPeriod) + 1};
}

EntityRef loopOf(const Topology& topology, EntityRef rack)
{
    for (std::uint32_t index = 0; index < topology.count(EntityKind::Loop); ++index) {
        const EntityRef loop{EntityKind::Loop, index};
        if (std::ranges::find(topology.served(loop), rack) != topology.served(loop).end())
            return loop;
    }
    return {};
}

EntityRef placeOf(const Topology& topology, EntityRef entity, EntityKind kind)
{
    if (!topology.contains(entity))
        return {};
    const EntityRef rack = knownRackOf(topology, entity);
    if (kind == EntityKind::Loop)
        return rack.isValid() ? loopOf(topology, rack) : EntityRef{};
    return kind == EntityKind::Rack ? rack : topology.ancestor(entity, kind);
}

std::size_t countIn(const Topology& topology, const std::vector<EntityRef>& entities, EntityRef place)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        entities, [&](EntityRef entity) { return placeOf(topology, entity, place.kind) == place; }));
}

/// The smallest entity that contains nearly all named ranks, but not all others.
EntityRef commonPlace(const Topology& topology, const std::vector<EntityRef>& named,
                      const std::vector<EntityRef>& others)
{
    for (const EntityKind kind : {EntityKind::Gpu, EntityKind::Node, EntityKind::Rack, EntityKind::Loop}) {
        std::map<EntityRef, std::size_t> places;
        for (const EntityRef entity : named) {
            if (const EntityRef place = placeOf(topology, entity, kind); place.isValid())
                ++places[place];
        }
        for (const auto& [place, count] : places) {
            const bool isCommon = static_cast<double>(count) >= nearlyAll * static_cast<double>(named.size());
            if (isCommon && (others.empty() || countIn(topology, others, place) < others.size()))
                return place;
        }
    }
    return {};
}

} // namespace

void addCause(JobSync& job, std::span<const FollowedLane> followed, const ThrottleHistory& throttles,
              const Topology& topology, Duration tickPeriod)
{
    JobVerdict& verdict = job.verdict;
    if (verdict.lanes.empty() || (verdict.kind != VerdictKind::Ranks && verdict.kind != VerdictKind::Hang))
        return;
    std::vector<EntityRef> named;
    std::vector<EntityRef> others;
    std::vector<bool> isNamed(job.lanes.size(), false);
    for (const std::uint32_t lane : verdict.lanes)
        isNamed[lane] = true;
    for (std::uint32_t lane = 0; lane < job.lanes.size(); ++lane)
        (isNamed[lane] ? named : others).push_back(followed[job.lanes[lane]].entity);
    verdict.place = commonPlace(topology, named, others);
    if (verdict.kind != VerdictKind::Ranks || verdict.cause != RankCause::Unknown)
        return;
    const TickRange ticks = judgedTicks(job, tickPeriod);
    Counts ofNamed{};
    Counts ofOthers{};
    const auto count = [&](const std::vector<EntityRef>& entities, Counts& counts) {
        for (const EntityRef entity : entities) {
            if (entity.kind == EntityKind::Gpu && entity.isValid())
                ++counts[static_cast<std::size_t>(throttles.causeOf(entity.index, ticks))];
        }
    };
    count(named, ofNamed);
    count(others, ofOthers);
    ofNamed[static_cast<std::size_t>(RankCause::Unknown)] = 0;
    const auto max = std::ranges::max_element(ofNamed);
    const auto at = static_cast<std::size_t>(max - ofNamed.begin());
    const double share = static_cast<double>(*max) / static_cast<double>(named.size());
    const double ofRest = static_cast<double>(ofOthers[at]) / std::max(static_cast<double>(others.size()), 1.0);
    if (share < maxOfThem || ofRest > share - clearlyFewer)
        return;
    verdict.cause = static_cast<RankCause>(at);
    verdict.causeLanes = *max;
}

} // namespace lockstep
