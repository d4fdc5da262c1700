// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/whatif/stepsimulation.h"

#include <algorithm>

namespace lockstep {

StepSimulation::StepSimulation(const OpLanes& lanes, const OpGraph& graph, const OpDurations& durations)
    : m_lanes(lanes),
      m_graph(graph),
      m_durations(durations),
      m_endsStep(lanes.ops.size()),
      m_end(lanes.ops.size() * lanes.laneCount()),
      m_groupStart(lanes.laneCount()),
      m_opStart(lanes.laneCount())
{
    const auto isOptimizer = [](const OpKey& op) {
        return op.type == OpType::Optimizer;
    };
    const bool hasOptimizer = std::ranges::any_of(lanes.ops, isOptimizer);
    for (std::size_t op = 0; op < lanes.ops.size(); ++op)
        m_endsStep[op] = !hasOptimizer || isOptimizer(lanes.ops[op]);
}

void StepSimulation::startOf(std::uint32_t op, double* start) const
{
    const auto lanes = m_lanes.laneCount();
    std::fill_n(start, lanes, 0.0);
    for (const auto first : m_graph.dependenciesOf(op)) {
        const auto* end = &m_end[m_lanes.at(first, 0)];
        for (std::size_t lane = 0; lane < lanes; ++lane)
            start[lane] = std::max(start[lane], end[lane]);
    }
}

void StepSimulation::startTogether(const OpGroup& group)
{
    startOf(group.ops.front(), m_groupStart.data());
    for (std::size_t i = 1; i < group.ops.size(); ++i) {
        startOf(group.ops[i], m_opStart.data());
        for (std::size_t lane = 0; lane < m_groupStart.size(); ++lane)
            m_groupStart[lane] = std::max(m_groupStart[lane], m_opStart[lane]);
    }
    if (!group.spansRanks)
        return;
    const auto ranks = m_lanes.dpRanks.size();
    for (std::size_t first = 0; first < m_groupStart.size(); first += ranks) {
        const auto begin = m_groupStart.begin() + static_cast<std::ptrdiff_t>(first);
        const auto end = begin + static_cast<std::ptrdiff_t>(ranks);
        std::fill(begin, end, *std::max_element(begin, end));
    }
}

void StepSimulation::addDuration(std::uint32_t op, const Scenario& scenario)
{
    const auto& key = m_lanes.ops[op];
    const auto type = static_cast<std::size_t>(key.type);
    const auto ranks = m_lanes.dpRanks.size();
    const auto lanes = m_lanes.laneCount();
    const auto* worker = &scenario.observedWorker[key.stage * ranks];
    const auto observedRanks = scenario.observedType[type] ? std::count(worker, worker + ranks, 1) : 0;
    const auto* observed = &m_durations.observed[m_lanes.at(op, 0)];
    const auto ideal = m_durations.ideal[type];
    auto* end = &m_end[m_lanes.at(op, 0)];

    if (observedRanks == 0) {
        for (std::size_t lane = 0; lane < lanes; ++lane)
            end[lane] = m_groupStart[lane] + ideal;
    } else if (observedRanks == static_cast<std::ptrdiff_t>(ranks)) {
        for (std::size_t lane = 0; lane < lanes; ++lane)
            end[lane] = m_groupStart[lane] + observed[lane];
    } else {
        for (std::size_t first = 0; first < lanes; first += ranks) {
            for (std::size_t rank = 0; rank < ranks; ++rank)
                end[first + rank] = m_groupStart[first + rank] + (worker[rank] != 0 ? observed[first + rank] : ideal);
        }
    }
}

std::vector<double> StepSimulation::stepTimes(const Scenario& scenario)
{
    const auto ranks = m_lanes.dpRanks.size();
    std::vector<double> times(m_lanes.steps.size(), 0.0);
    for (const auto& group : m_graph.groups) {
        startTogether(group);
        for (const auto op : group.ops) {
            addDuration(op, scenario);
            if (!m_endsStep[op])
                continue;
            const auto* end = &m_end[m_lanes.at(op, 0)];
            for (std::size_t lane = 0; lane < m_lanes.laneCount(); ++lane)
                times[lane / ranks] = std::max(times[lane / ranks], end[lane]);
        }
    }
    return times;
}

} // namespace lockstep
