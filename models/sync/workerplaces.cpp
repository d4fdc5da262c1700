// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/workerplaces.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace lockstep {

namespace {

constexpr std::uint32_t noPlace = 0xFFFFFFFF;

/// By lane; noPlace where the lane said nothing in this window.
std::vector<std::uint32_t> stagesOf(const SyncWindow& window)
{
    std::vector<std::uint32_t> stages(window.laneCount(), noPlace);
    for (std::uint32_t lane = 0; lane < window.laneCount(); ++lane) {
        for (std::uint32_t at = window.laneBegin(lane); at < window.laneEnd(lane); ++at) {
            const WindowEvent& event = window.events()[at];
            if (!event.isFresh())
                continue;
            if (stages[lane] == noPlace)
                stages[lane] = 0;
            if (event.span.isReceive()) {
                stages[lane] = window.placeOf(event.span);
                break;
            }
        }
    }
    return stages;
}

/// Neighbouring ranks of one stage, fewer than all of it: a tensor parallel group.
bool isTensorGroup(const std::vector<std::uint32_t>& lanes, const std::vector<std::uint32_t>& stages,
                   const std::vector<std::uint32_t>& ranks, std::size_t lanesOfStage)
{
    if (lanes.size() < 2 || lanes.size() >= lanesOfStage)
        return false;
    for (std::size_t at = 1; at < lanes.size(); ++at) {
        if (stages[lanes[at]] != stages[lanes.front()] || ranks[lanes[at]] != ranks[lanes[at - 1]] + 1)
            return false;
    }
    return true;
}

} // namespace

WorkerPlaces placesOfWorkers(const SyncWindow& window, const std::vector<std::uint32_t>& ranks)
{
    const std::vector<std::uint32_t> stages = stagesOf(window);
    std::map<std::uint32_t, std::size_t> lanesOfStage;
    for (const std::uint32_t stage : stages) {
        if (stage != noPlace)
            ++lanesOfStage[stage];
    }
    std::map<std::uint32_t, std::vector<std::uint32_t>> tensorGroups; // by communicator; empty: it is none
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> workers; // by stage, lowest rank
    std::vector<std::uint8_t> isPlaced(window.laneCount(), 0);
    for (std::uint32_t lane = 0; lane < window.laneCount(); ++lane) {
        for (std::uint32_t at = window.laneBegin(lane); at < window.laneEnd(lane) && isPlaced[lane] == 0; ++at) {
            const SyncSpan& span = window.events()[at].span;
            if (!span.isCollective() || stages[lane] == noPlace)
                continue;
            const auto [group, isNew] = tensorGroups.try_emplace(span.communicator);
            if (!isNew)
                continue;
            auto lanes = window.lanesOf(span.communicator);
            if (!isTensorGroup(lanes, stages, ranks, lanesOfStage[stages[lane]]))
                continue;
            for (const std::uint32_t member : lanes)
                isPlaced[member] = 1;
            workers[{stages[lane], ranks[lanes.front()]}] = std::move(lanes);
        }
    }
    for (std::uint32_t lane = 0; lane < window.laneCount(); ++lane) {
        if (isPlaced[lane] == 0 && stages[lane] != noPlace)
            workers[{stages[lane], ranks[lane]}].push_back(lane);
    }
    WorkerPlaces places;
    std::map<std::uint32_t, std::int32_t> next;
    for (auto& [place, lanes] : workers) {
        const auto stage = static_cast<std::int32_t>(place.first);
        const std::int32_t dpRank = next[place.first]++;
        places.dpRanks = std::max(places.dpRanks, dpRank + 1);
        places.stages = std::max(places.stages, stage + 1);
        places.workers.push_back({dpRank, stage, std::move(lanes)});
    }
    return places;
}

} // namespace lockstep
