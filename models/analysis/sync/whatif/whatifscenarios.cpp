// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/whatif/whatifscenarios.h"

#include <algorithm>
#include <atomic>
#include <thread>

namespace lockstep {

namespace {

/// Minimum number of cells (ops x lanes x scenarios) for which a second thread pays.
constexpr std::size_t worthAThread = 200'000;

std::size_t indexOf(const std::vector<std::int32_t>& sorted, std::int32_t value)
{
    return static_cast<std::size_t>(std::ranges::lower_bound(sorted, value) - sorted.begin());
}

} // namespace

WhatIfScenarios::WhatIfScenarios(const OpLanes& lanes) : m_lanes(lanes)
{
    for (std::size_t type = 0; type < opTypeCount; ++type) {
        const std::string name(opTypeReportName(static_cast<OpType>(type)));
        const auto occurs = [&](const OpKey& op) {
            return static_cast<std::size_t>(op.type) == type;
        };
        if (std::ranges::any_of(lanes.ops, occurs) && std::ranges::find(m_opTypeNames, name) == m_opTypeNames.end())
            m_opTypeNames.push_back(name);
    }
}

Scenario WhatIfScenarios::uniform(bool observed) const
{
    Scenario scenario;
    scenario.observedType.fill(observed);
    scenario.observedWorker.assign(m_lanes.stages.size() * m_lanes.dpRanks.size(), observed ? 1 : 0);
    return scenario;
}

std::vector<Scenario> WhatIfScenarios::firstRound() const
{
    const auto ranks = m_lanes.dpRanks.size();
    std::vector<Scenario> scenarios{uniform(true), uniform(false)};
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        auto scenario = uniform(true);
        for (std::size_t worker = 0; worker < scenario.observedWorker.size(); ++worker)
            scenario.observedWorker[worker] = worker % ranks == rank ? 1 : 0;
        scenarios.push_back(std::move(scenario));
    }
    for (std::size_t stage = 0; stage < m_lanes.stages.size(); ++stage) {
        auto scenario = uniform(true);
        for (std::size_t worker = 0; worker < scenario.observedWorker.size(); ++worker)
            scenario.observedWorker[worker] = worker / ranks == stage ? 1 : 0;
        scenarios.push_back(std::move(scenario));
    }
    for (const auto& name : m_opTypeNames) {
        auto scenario = uniform(true);
        for (std::size_t type = 0; type < opTypeCount; ++type)
            scenario.observedType[type] = opTypeReportName(static_cast<OpType>(type)) == name;
        scenarios.push_back(std::move(scenario));
    }
    return scenarios;
}

Scenario WhatIfScenarios::withoutWorkers(std::span<const WhatIfWorker> workers) const
{
    auto scenario = uniform(true);
    for (const auto& worker : workers)
        scenario.observedWorker[indexOf(m_lanes.stages, worker.stage) * m_lanes.dpRanks.size()
                                + indexOf(m_lanes.dpRanks, worker.dpRank)]
            = 0;
    return scenario;
}

Scenario WhatIfScenarios::withoutLastStage() const
{
    auto scenario = uniform(true);
    std::fill(scenario.observedWorker.end() - static_cast<std::ptrdiff_t>(m_lanes.dpRanks.size()),
              scenario.observedWorker.end(), std::uint8_t{0});
    return scenario;
}

std::vector<std::vector<double>> simulateAll(const OpLanes& lanes, const OpGraph& graph, const OpDurations& durations,
                                             const std::vector<Scenario>& scenarios)
{
    std::vector<std::vector<double>> times(scenarios.size());
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        StepSimulation simulation(lanes, graph, durations);
        for (auto i = next++; i < scenarios.size(); i = next++)
            times[i] = simulation.stepTimes(scenarios[i]);
    };
    const auto cells = lanes.ops.size() * lanes.laneCount() * scenarios.size();
    const auto cores = std::max<std::size_t>(1, std::thread::hardware_concurrency());
    const auto threads = std::min({cores, scenarios.size(), cells / worthAThread + 1});
    {
        std::vector<std::jthread> helpers;
        for (std::size_t i = 1; i < threads; ++i)
            helpers.emplace_back(work);
        work();
    }
    return times;
}

} // namespace lockstep
