// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/whatif/whatif.h"

#include "models/analysis/sync/trace/opgraph.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <numeric>
#include <span>
#include <thread>

namespace lockstep {

namespace {

/// Share of workers that M_W makes ideal.
constexpr double slowestShare = 0.03;

/// Minimum slowdown of a straggling job.
constexpr double stragglingSlowdown = 1.1;

/// M_W or M_S above this explains most of the loss.
constexpr double decisiveShare = 0.5;

/// Selects the ops that keep their observed durations: those whose type and worker are both observed. All others take
/// the ideal of their type.
struct Scenario
{
    std::array<bool, opTypeCount> observedType{};
    std::vector<std::uint8_t> observedWorker; ///< [stage index * ranks + rank index]: 1 observed, 0 ideal
};

/// Replays all steps of a trace at once with chosen durations: an op starts when its dependencies have ended; a group
/// ends when all its ops have started and the transfer is done. One per thread; the inputs must outlive it.
class StepSimulation
{
public:
    StepSimulation(const OpLanes& lanes, const OpGraph& graph, const OpDurations& durations);

    /// Seconds from the start of each step to the end of its last optimizer (or of its last op).
    [[nodiscard]] std::vector<double> stepTimes(const Scenario& scenario);

private:
    void addDuration(std::uint32_t op, const Scenario& scenario);
    void startOf(std::uint32_t op, double* start) const;
    void startTogether(const OpGroup& group);

    const OpLanes& m_lanes;
    const OpGraph& m_graph;
    const OpDurations& m_durations;
    std::vector<bool> m_endsStep; ///< per op
    std::vector<double> m_end; ///< [op * laneCount + lane]
    std::vector<double> m_groupStart; ///< per lane
    std::vector<double> m_opStart; ///< per lane
};

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

/// The scenarios that a what-if analysis replays. Used by analyseWhatIf only.
class WhatIfScenarios
{
public:
    explicit WhatIfScenarios(const OpLanes& lanes);

    static constexpr std::size_t observedIndex = 0;
    static constexpr std::size_t idealIndex = 1;
    static constexpr std::size_t firstDecomposition = 2;

    /// Observed, ideal, then only one rank observed, for each; only one stage; only one of opTypeNames().
    [[nodiscard]] std::vector<Scenario> firstRound() const;

    /// Report names of the op types that occur, in the order of OpType.
    [[nodiscard]] const std::vector<std::string>& opTypeNames() const { return m_opTypeNames; }

    /// Like the observed scenario, but with the given workers ideal.
    [[nodiscard]] Scenario withoutWorkers(std::span<const WhatIfWorker> workers) const;
    [[nodiscard]] Scenario withoutLastStage() const;

private:
    [[nodiscard]] Scenario uniform(bool observed) const;

    const OpLanes& m_lanes;
    std::vector<std::string> m_opTypeNames;
};

/// Minimum number of cells (ops x lanes x scenarios) for which a second thread pays.
constexpr std::size_t worthAThread = 200'000;

std::size_t indexOf(const std::vector<std::int32_t>& sorted, std::int32_t value)
{
    return static_cast<std::size_t>(std::ranges::lower_bound(sorted, value) - sorted.begin());
}

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

/// Step times of each scenario, [scenario][step], on all cores.
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

double mean(std::span<const double> values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// There is a replay for each data-parallel rank and stage, so a trace with very many of both would never finish. The
/// limits admit 16,384 ranks of one stage, and 2,048 ranks of 16 stages with ten steps of a thousand ops.
Status checkSize(const OpLanes& lanes)
{
    constexpr std::size_t maxCells = 200'000'000'000; // in all replays
    constexpr std::size_t maxPlaces = std::size_t{1} << 30; // workers in all replays
    const auto replays = lanes.dpRanks.size() + lanes.stages.size() + opTypeCount;
    const auto workers = lanes.dpRanks.size() * lanes.stages.size();
    const auto cells = lanes.ops.size() * lanes.laneCount();
    if (workers > maxPlaces / replays || cells > maxCells / replays)
        return Error{fmt::format("{} data-parallel ranks, {} stages and {} operations are more than can be replayed; "
                                 "expected a trace of fewer steps or workers",
                                 lanes.dpRanks.size(), lanes.stages.size(), cells)};
    return success();
}

} // namespace

WhatIfVerdict judgeWhatIf(const WhatIf& result)
{
    if (result.slowdown < stragglingSlowdown)
        return WhatIfVerdict::NoStraggler;
    // A single stage is not a last stage.
    const double lastStage = result.byStage.size() > 1 ? result.lastStageShare : 0;
    if (std::max(result.workerShare, lastStage) < decisiveShare)
        return WhatIfVerdict::Data;
    return result.workerShare >= lastStage ? WhatIfVerdict::OneWorker : WhatIfVerdict::LastStage;
}

/// Sorts workers, slowest first. The published method breaks ties towards the lower rank of the job, which counts the
/// ranks of one stage before those of the next. Ties are common: all stages that are slower than a data-parallel rank
/// have that rank's score.
void rankWorkers(WhatIf& result)
{
    for (const auto& [stage, ofStage] : result.byStage) {
        for (const auto& [dpRank, ofRank] : result.byDpRank)
            result.workers.push_back({dpRank, stage, std::min(ofRank, ofStage)});
    }
    std::ranges::stable_sort(result.workers, std::ranges::greater{}, &WhatIfWorker::slowdown);
}

std::size_t slowestWorkers(std::size_t workers)
{
    return static_cast<std::size_t>(std::ceil(slowestShare * static_cast<double>(workers)));
}

double shareOfLoss(const WhatIf& result, double secondsWithout)
{
    const auto loss = result.stepSeconds - result.idealStepSeconds;
    // Below a nanosecond per second the difference is rounding.
    if (std::abs(loss) <= 1e-9 * result.stepSeconds)
        return std::numeric_limits<double>::quiet_NaN();
    return (result.stepSeconds - secondsWithout) / loss;
}

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
        return Error{"the operations of a step take no time; expected durations above zero"};
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
