// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/synclive/verdictcause.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace lockstep {

namespace {

/// A cause must be true of this part of the ranks that are named, and of so much less of the others.
constexpr double mostOfThem = 0.5;
constexpr double clearlyFewer = 0.3;
/// A place holds ranks if it holds this part of them.
constexpr double nearlyAll = 0.9;

constexpr std::size_t causeCount = 4; // of those that throttling tells

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
    if (kind != EntityKind::Loop)
        return topology.ancestor(entity, kind);
    const EntityRef rack = topology.ancestor(entity, EntityKind::Rack);
    return rack.isValid() ? loopOf(topology, rack) : EntityRef{};
}

/// The smallest thing that nearly all of them are in.
EntityRef commonPlace(const Topology& topology, const std::vector<EntityRef>& entities)
{
    for (const EntityKind kind : {EntityKind::Gpu, EntityKind::Node, EntityKind::Rack, EntityKind::Loop}) {
        std::vector<EntityRef> places;
        for (const EntityRef entity : entities) {
            if (const EntityRef place = placeOf(topology, entity, kind); place.isValid())
                places.push_back(place);
        }
        std::ranges::sort(places);
        for (auto first = places.begin(); first != places.end();) {
            const auto last = std::upper_bound(first, places.end(), *first);
            if (static_cast<double>(last - first) >= nearlyAll * static_cast<double>(entities.size()))
                return *first;
            first = last;
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
    std::vector<bool> isNamed(job.lanes.size(), false);
    for (const std::uint32_t lane : verdict.lanes) {
        named.push_back(followed[job.lanes[lane]].entity);
        isNamed[lane] = true;
    }
    verdict.place = commonPlace(topology, named);
    if (verdict.kind != VerdictKind::Ranks || verdict.cause != RankCause::Unknown)
        return;
    const TickRange ticks = judgedTicks(job, tickPeriod);
    Counts ofNamed{};
    Counts ofOthers{};
    for (std::uint32_t lane = 0; lane < job.lanes.size(); ++lane) {
        const EntityRef entity = followed[job.lanes[lane]].entity;
        if (entity.kind == EntityKind::Gpu && entity.isValid())
            ++(isNamed[lane] ? ofNamed : ofOthers)[static_cast<std::size_t>(throttles.causeOf(entity.index, ticks))];
    }
    const auto all = static_cast<double>(named.size());
    const double others = std::max(static_cast<double>(job.lanes.size() - named.size()), 1.0);
    ofNamed[static_cast<std::size_t>(RankCause::Unknown)] = 0;
    const auto most = std::ranges::max_element(ofNamed);
    const auto at = static_cast<std::size_t>(most - ofNamed.begin());
    const double share = static_cast<double>(*most) / all;
    if (share < mostOfThem || static_cast<double>(ofOthers[at]) / others > share - clearlyFewer)
        return;
    verdict.cause = static_cast<RankCause>(at);
    verdict.causeLanes = *most;
}

} // namespace lockstep
