// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/moment/momentnumbers.h"

#include "models/store/spans/spanstore.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace lockstep {

namespace {

std::uint64_t laneKey(EntityRef entity, std::uint32_t name)
{
    return std::hash<EntityRef>{}(entity)*65'537 + name;
}

} // namespace

StoreNumbers::StoreNumbers(const SpanStore& spans) : generation(spans.generation())
{
    lanes.reserve(spans.lanes().size());
    for (const SpanLane& lane : spans.lanes())
        lanes.push_back({lane.entity, lane.name.value});
    names.reserve(spans.names().size());
    for (std::uint32_t id = 0; id < spans.names().size(); ++id)
        names.push_back(spans.names().name(NameId{id}));
}

bool StoreNumbers::isOutdated(const SpanStore& spans) const
{
    return generation != spans.generation() || lanes.size() != spans.lanes().size()
        || names.size() != spans.names().size();
}

Renumbering::Renumbering(const OwnNumbers& own, const StoreNumbers& store) : m_storeLanes(store.lanes.size())
{
    std::unordered_map<std::string_view, std::uint32_t> nameIds;
    nameIds.reserve(store.names.size());
    for (std::uint32_t id = 0; id < store.names.size(); ++id)
        nameIds.emplace(store.names[id], id);
    const auto storeName = [&](const std::string& name) {
        const auto found = nameIds.find(name);
        return found == nameIds.end() ? StoreNumbers::unknownName : found->second;
    };
    for (const std::string& name : own.names)
        m_names.push_back(storeName(name));
    std::unordered_multimap<std::uint64_t, std::uint32_t> laneIds;
    laneIds.reserve(store.lanes.size());
    for (std::uint32_t lane = 0; lane < store.lanes.size(); ++lane)
        laneIds.emplace(laneKey(store.lanes[lane].entity, store.lanes[lane].name), lane);
    for (const OwnNumbers::Lane& lane : own.lanes) {
        const std::uint32_t name = storeName(lane.name);
        const auto [first, last] = laneIds.equal_range(laneKey(lane.entity, name));
        const auto found = std::find_if(first, last, [&](const auto& each) {
            return store.lanes[each.second].entity == lane.entity && store.lanes[each.second].name == name;
        });
        m_lanes.push_back(found == last ? StoreNumbers::unknownLane : found->second);
    }
}

std::uint32_t Renumbering::nameOf(std::uint32_t own) const
{
    return own < m_names.size() ? m_names[own] : own;
}

Culprit Renumbering::renumbered(Culprit culprit) const
{
    if (culprit.kind == CulpritKind::Communicator)
        culprit.index = nameOf(culprit.index);
    return culprit;
}

JobSync Renumbering::renumbered(const JobSync& job) const
{
    JobSync made = job;
    made.job = nameOf(job.job);
    for (std::uint32_t& lane : made.lanes)
        lane = m_lanes[lane];
    for (CulpritRow& row : made.culprits)
        row.culprit = renumbered(row.culprit);
    for (MissingRank& rank : made.missing)
        rank.communicator = nameOf(rank.communicator);
    for (StuckCollective& collective : made.stuck)
        collective.communicator = nameOf(collective.communicator);
    made.verdict.communicator = nameOf(job.verdict.communicator);
    for (auto& step : made.verdicts) {
        std::vector<WaitVerdict> verdicts = *step;
        for (WaitVerdict& verdict : verdicts) {
            verdict.communicator = nameOf(verdict.communicator);
            verdict.root = renumbered(verdict.root);
        }
        std::ranges::sort(verdicts, {}, &WaitVerdict::key);
        step = std::make_shared<const std::vector<WaitVerdict>>(std::move(verdicts));
    }
    return made;
}

SyncSnapshot Renumbering::renumbered(const SyncSnapshot& snapshot) const
{
    SyncSnapshot made = snapshot;
    for (auto& job : made.jobs)
        job = std::make_shared<const JobSync>(renumbered(*job));
    made.places.assign(m_storeLanes, {Span::noRank, 0});
    for (std::size_t own = 0; own < snapshot.places.size(); ++own) {
        if (m_lanes[own] < m_storeLanes)
            made.places[m_lanes[own]] = snapshot.places[own];
    }
    return made;
}

void Renumbering::renumber(std::vector<CommunicatorFlow>& flows) const
{
    for (CommunicatorFlow& flow : flows)
        flow.communicator = nameOf(flow.communicator);
}

} // namespace lockstep
