// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/whatif/whatif.h"

#include "models/analysis/sync/whatif/whatifscenarios.h"
#include "models/analysis/sync/whatif/whatifverdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <span>

namespace lockstep {

namespace {

double mean(std::span<const double> values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// There is a replay for each data-parallel rank and stage, so a trace that names very many of both would never finish.
/// 16,384 ranks of one stage and 2,048 ranks of 16 stages with ten steps of a thousand ops are within the limits.
Status checkSize(const OpLanes& lanes)
{
    constexpr std::size_t maxCells = 200'000'000'000; // in all replays
    constexpr std::size_t maxPlaces = std::size_t{1} << 30; // workers in all replays
    const auto replays = lanes.dpRanks.size() + lanes.stages.size() + opTypeCount;
    const auto workers = lanes.dpRanks.size() * lanes.stages.size();
    const auto cells = lanes.ops.size() * lanes.laneCount();
    if (workers > maxPlaces / replays || cells > maxCells / replays)
        return Error{fmt::format("{} data-parallel ranks, {} stages and {} ops are more than can be replayed; expected "
                                 "a trace of fewer steps or workers",
                                 lanes.dpRanks.size(), lanes.stages.size(), cells)};
    return success();
}

} // namespace

std::string_view whatIfVerdictName(WhatIfVerdict verdict)
{
    constexpr auto names = std::to_array<std::string_view>({"no straggler", "one worker", "last stage", "data"});
    return names[static_cast<std::size_t>(verdict)];
}

std::optional<std::uint32_t> JobWhatIf::rankOf(std::int32_t dpRank, std::int32_t stage) const
{
    const auto found = std::ranges::find_if(
        workers, [&](const Worker& worker) { return worker.dpRank == dpRank && worker.stage == stage; });
    return found != workers.end() ? std::optional(found->rank) : std::nullopt;
}

Result<WhatIf> analyseWhatIf(const TrainingTrace& trace)
{
    auto lanes = arrangeInLanes(trace);
    if (!lanes.isOk())
        return lanes.error();
    if (const auto size = checkSize(lanes.value()); !size.isOk())
        return size.error();
    const auto graph = buildOpGraph(lanes.value());
    if (!graph.isOk())
        return graph.error();
    const auto durations = opDurations(lanes.value(), graph.value());
    const WhatIfScenarios scenarios(lanes.value());

    WhatIf result;
    result.notes = std::move(lanes.value().notes);
    const auto times = simulateAll(lanes.value(), graph.value(), durations, scenarios.firstRound());
    const auto& observed = times[WhatIfScenarios::observedIndex];
    const auto& ideal = times[WhatIfScenarios::idealIndex];
    result.stepSeconds = mean(observed);
    result.idealStepSeconds = mean(ideal);
    if (!(result.idealStepSeconds > 0))
        return Error{"the ops of a step take no time; expected durations above zero"};
    result.slowdown = result.stepSeconds / result.idealStepSeconds;
    for (std::size_t step = 0; step < lanes.value().steps.size(); ++step)
        result.steps.push_back({lanes.value().steps[step], observed[step], ideal[step]});

    std::size_t next = WhatIfScenarios::firstDecomposition;
    for (const auto dpRank : lanes.value().dpRanks)
        result.byDpRank.emplace_back(dpRank, mean(times[next++]) / result.idealStepSeconds);
    for (const auto stage : lanes.value().stages)
        result.byStage.emplace_back(stage, mean(times[next++]) / result.idealStepSeconds);
    for (const auto& name : scenarios.opTypeNames())
        result.byOpType.emplace_back(name, mean(times[next++]) / result.idealStepSeconds);

    rankWorkers(result);
    result.replacedWorkers = slowestWorkers(result.workers.size());
    std::vector<Scenario> secondRound{scenarios.withoutWorkers(std::span(result.workers).first(result.replacedWorkers)),
                                      scenarios.withoutLastStage()};
    const auto alone = std::span(result.workers).first(std::min(workersTakenAlone, result.workers.size()));
    for (const WhatIfWorker& worker : alone)
        secondRound.push_back(scenarios.withoutWorkers({&worker, 1}));
    const auto without = simulateAll(lanes.value(), graph.value(), durations, secondRound);
    for (std::size_t at = 0; at < alone.size(); ++at) {
        alone[at].stepSecondsWithout = mean(without[at + 2]);
        alone[at].stepSecondsWith = result.stepSeconds;
    }
    result.workerShare = shareOfLoss(result, mean(without[0]));
    result.lastStageShare = shareOfLoss(result, mean(without[1]));
    result.verdict = judgeWhatIf(result);
    return result;
}

} // namespace lockstep
