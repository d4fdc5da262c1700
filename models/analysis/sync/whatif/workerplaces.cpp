// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/whatif/workerplaces.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace lockstep {

bool WorkerPlaceFinder::learn(const SyncWindow& window, std::span<const std::uint32_t> ranks)
{
    const bool hasMembers = learnMembers(window);
    const bool hasReceives = learnReceives(window);
    if (!hasMembers && !hasReceives)
        return false;
    place(ranks);
    return true;
}

bool WorkerPlaceFinder::learnMembers(const SyncWindow& window)
{
    if (std::ranges::includes(m_members, window.members()))
        return false;
    std::vector<SyncWindow::Member> all;
    std::ranges::set_union(m_members, window.members(), std::back_inserter(all));
    m_members = std::move(all);
    return true;
}

/// @return whether a lane is new, or receives for the first time
bool WorkerPlaceFinder::learnReceives(const SyncWindow& window)
{
    bool isNew = false;
    m_receivesIn.resize(window.laneCount(), none);
    m_isHeard.resize(window.laneCount(), 0);
    for (std::uint32_t lane = 0; lane < window.laneCount(); ++lane) {
        for (std::uint32_t at = window.laneBegin(lane); at < window.laneEnd(lane); ++at) {
            const WindowEvent& event = window.events()[at];
            if (!event.isFresh())
                continue;
            isNew = std::exchange(m_isHeard[lane], std::uint8_t{1}) == 0 || isNew;
            if (m_receivesIn[lane] != none)
                break;
            if (event.span.isReceive()) {
                m_receivesIn[lane] = event.span.communicator;
                isNew = true;
                break;
            }
        }
    }
    return isNew;
}

std::span<const SyncWindow::Member> WorkerPlaceFinder::membersOf(std::uint32_t communicator) const
{
    const auto first = std::ranges::lower_bound(m_members, communicator, {}, &SyncWindow::Member::communicator);
    return {first,
            std::ranges::upper_bound(first, m_members.end(), communicator, {}, &SyncWindow::Member::communicator)};
}

/// By lane; none if unknown.
std::vector<std::uint32_t> WorkerPlaceFinder::stages() const
{
    std::vector<std::uint32_t> stages(m_receivesIn.size(), none);
    for (std::uint32_t lane = 0; lane < stages.size(); ++lane) {
        if (m_isHeard[lane] == 0)
            continue;
        stages[lane] = 0;
        if (m_receivesIn[lane] == none)
            continue;
        const auto members = membersOf(m_receivesIn[lane]);
        const auto self = std::ranges::find(members, lane, &SyncWindow::Member::lane);
        stages[lane] = static_cast<std::uint32_t>(self - members.begin());
    }
    return stages;
}

/// Neighbouring ranks within one stage: a tensor parallel group.
bool WorkerPlaceFinder::isTensorGroup(const Lanes& lanes, const std::vector<std::uint32_t>& stages,
                                      std::span<const std::uint32_t> ranks, std::size_t lanesOfStage)
{
    if (lanes.size() < 2 || lanes.size() >= lanesOfStage)
        return false;
    for (std::size_t at = 1; at < lanes.size(); ++at) {
        if (stages[lanes[at]] != stages[lanes.front()] || ranks[lanes[at]] != ranks[lanes[at - 1]] + 1)
            return false;
    }
    return true;
}

void WorkerPlaceFinder::place(std::span<const std::uint32_t> ranks)
{
    const std::vector<std::uint32_t> stages = this->stages();
    std::map<std::uint32_t, std::size_t> lanesOfStage;
    for (const std::uint32_t stage : stages) {
        if (stage != none)
            ++lanesOfStage[stage];
    }
    std::map<std::pair<std::uint32_t, std::uint32_t>, Lanes> workers; // by stage, lowest rank
    std::vector<std::uint8_t> isPlaced(stages.size(), 0);
    for (auto first = m_members.begin(); first != m_members.end();) {
        const auto last = std::find_if(first, m_members.end(), [&](const SyncWindow::Member& member) {
            return member.communicator != first->communicator;
        });
        Lanes lanes;
        for (; first != last; ++first)
            lanes.push_back(first->lane);
        const auto isFree = [&](std::uint32_t lane) {
            return stages[lane] != none && isPlaced[lane] == 0;
        };
        if (!std::ranges::all_of(lanes, isFree)
            || !isTensorGroup(lanes, stages, ranks, lanesOfStage[stages[lanes.front()]]))
            continue;
        for (const std::uint32_t lane : lanes)
            isPlaced[lane] = 1;
        workers[{stages[lanes.front()], ranks[lanes.front()]}] = std::move(lanes);
    }
    for (std::uint32_t lane = 0; lane < stages.size(); ++lane) {
        if (isPlaced[lane] == 0 && stages[lane] != none)
            workers[{stages[lane], ranks[lane]}].push_back(lane);
    }
    m_places = {};
    std::map<std::uint32_t, std::int32_t> next;
    for (auto& [at, lanes] : workers) {
        const auto stage = static_cast<std::int32_t>(at.first);
        const std::int32_t dpRank = next[at.first]++;
        m_places.dpRanks = std::max(m_places.dpRanks, dpRank + 1);
        m_places.stages = std::max(m_places.stages, stage + 1);
        m_places.workers.push_back({dpRank, stage, std::move(lanes)});
    }
}

std::vector<std::int32_t> longestWorking(const SyncWindow& window, const WorkerPlaces& places, std::size_t max)
{
    std::map<std::int32_t, std::pair<double, double>> stageWork; // sum, lanes
    std::vector<double> work(window.laneCount(), 0);
    for (const WorkerPlaces::Worker& worker : places.workers) {
        for (const std::uint32_t lane : worker.lanes) {
            for (std::uint32_t at = window.laneBegin(lane); at < window.laneEnd(lane); ++at) {
                const WindowEvent& event = window.events()[at];
                if (event.isFresh() && event.span.kind == SpanKind::Compute)
                    work[lane] += static_cast<double>(event.span.lengthNs());
            }
            stageWork[worker.stage].first += work[lane];
            stageWork[worker.stage].second += 1;
        }
    }
    std::map<std::int32_t, double> excess;
    for (const WorkerPlaces::Worker& worker : places.workers) {
        const auto& [sum, lanes] = stageWork[worker.stage];
        for (const std::uint32_t lane : worker.lanes) {
            double& worst = excess.try_emplace(worker.dpRank, 0).first->second;
            worst = std::max(worst, sum > 0 ? work[lane] * lanes / sum : 0);
        }
    }
    std::vector<std::int32_t> dpRanks;
    for (const auto& [dpRank, share] : excess)
        dpRanks.push_back(dpRank);
    std::ranges::stable_sort(dpRanks, std::greater{}, [&](std::int32_t dpRank) { return excess[dpRank]; });
    dpRanks.resize(std::min(dpRanks.size(), max));
    return dpRanks;
}

} // namespace lockstep
