// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/whatif/livewhatif.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace lockstep {

namespace {

/// Replayed events per new event: at some nanoseconds each, well under a hundredth of a core for 16,384 ranks.
constexpr double creditPerEvent = 40;
/// With more data-parallel ranks, not each is evaluated alone.
constexpr std::size_t maxDpRanks = 96;
constexpr std::size_t workersAlone = 8;
/// A rank is slow from this share of the slowest rank's excess on.
constexpr double clearPart = 0.4;
/// If these do not explain the loss, as with intermittent throttling, uses all that are slower than usual.
constexpr double anyPart = 0.1;
constexpr double decisive = 0.5;

void setLanes(ReplayScenario& scenario, const WorkerPlaces::Worker& worker, std::uint8_t observed)
{
    for (const std::uint32_t lane : worker.lanes)
        scenario.lanes[lane] = observed;
}

/// The data-parallel ranks whose lanes worked longest in a window relative to their stage; all, if they are few.
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

} // namespace

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

void LiveWhatIf::add(const SyncWindow& window, const std::vector<std::uint32_t>& ranks, const Closed& step)
{
    ++m_closed;
    // Replays identify workers by position: if positions change, they restart.
    if (m_places.learn(window, ranks))
        m_steps.clear();
    forgetOld();
    const WorkerPlaces& places = m_places.places();
    const auto events = static_cast<double>(window.events().size());
    m_credit = std::min(m_credit + creditPerEvent * events, 400 * events);
    // Minimum cost: two replays, and one for each evaluated worker, rank and stage.
    const double minCost = events * static_cast<double>(16 + std::min(maxDpRanks, window.laneCount() / 8));
    if (m_credit < minCost || places.workers.size() < 2)
        return;
    StepReplay replay(window, step.isLost);
    if (replay.isEmpty())
        return;
    const std::vector<std::int32_t> dpRanks = longestWorking(window, places, maxDpRanks);
    Replayed replayed;
    replayed.step = step.number;
    replayed.at = m_closed;
    replayed.measured = step.seconds;
    replayed.observed = replay.seconds(replay.uniform(true));
    replayed.ideal = replay.seconds(replay.uniform(false));
    replayed.paces = replay.paces();
    if (!(replayed.ideal > 0))
        return;
    decompose(replay, places, dpRanks, replayed);
    m_steps.push_back(std::move(replayed));
    takeAway(replay, places, m_steps.back());
    m_credit -= static_cast<double>(replay.itemCount())
        * static_cast<double>(dpRanks.size() + m_steps.back().byStage.size() + m_steps.back().byOp.size() + workersAlone
                              + 5);
    m_workers.clear();
    for (const WorkerPlaces::Worker& worker : places.workers)
        m_workers.push_back({worker.dpRank, worker.stage, ranks[worker.lanes.front()]});
}

/// Results cover the same latest steps as blame. For a job that is too large to replay each step, they cover the last
/// replayed one.
void LiveWhatIf::forgetOld()
{
    while (m_steps.size() > 1 && m_steps.front().at + keptSteps <= m_closed)
        m_steps.pop_front();
}

/// The ideal with one part as observed.
void LiveWhatIf::decompose(StepReplay& replay, const WorkerPlaces& places, const std::vector<std::int32_t>& dpRanks,
                           Replayed& step) const
{
    const auto secondsWith = [&](auto isObserved) {
        ReplayScenario scenario = replay.uniform(true);
        std::ranges::fill(scenario.lanes, std::uint8_t{0});
        for (const WorkerPlaces::Worker& worker : places.workers) {
            if (isObserved(worker))
                setLanes(scenario, worker, 1);
        }
        return replay.seconds(scenario);
    };
    for (const std::int32_t dpRank : dpRanks)
        step.byDpRank[dpRank]
            = secondsWith([dpRank](const WorkerPlaces::Worker& worker) { return worker.dpRank == dpRank; });
    for (std::int32_t stage = 0; stage < places.stages; ++stage)
        step.byStage[stage]
            = secondsWith([stage](const WorkerPlaces::Worker& worker) { return worker.stage == stage; });
    for (std::size_t op = 0; op < replay.ops().size(); ++op) {
        ReplayScenario scenario = replay.uniform(true);
        std::ranges::fill(scenario.ops, std::uint8_t{0});
        scenario.ops[op] = 1;
        step.byOp[replay.ops()[op]] = replay.seconds(scenario);
    }
}

/// As observed, with the workers ideal that were slowest so far.
void LiveWhatIf::takeAway(StepReplay& replay, const WorkerPlaces& places, Replayed& step) const
{
    const WhatIf soFar = meanOfSteps();
    const auto secondsWithout = [&](auto isIdeal) {
        ReplayScenario scenario = replay.uniform(true);
        for (const WorkerPlaces::Worker& worker : places.workers) {
            if (isIdeal(WorkerKey{worker.dpRank, worker.stage}))
                setLanes(scenario, worker, 0);
        }
        return replay.seconds(scenario);
    };
    std::set<WorkerKey> slowest;
    for (std::size_t at = 0; at < std::min(soFar.replacedWorkers, soFar.workers.size()); ++at)
        slowest.insert({soFar.workers[at].dpRank, soFar.workers[at].stage});
    step.withoutSlowest = secondsWithout([&](WorkerKey key) { return slowest.contains(key); });
    step.withoutLastStage = secondsWithout([&](WorkerKey key) { return key.second == places.stages - 1; });
    auto byOwn = soFar.workers;
    std::ranges::stable_sort(byOwn, std::greater{}, &WhatIfWorker::ownSlowdown);
    for (std::size_t at = 0; at < std::min(workersAlone, byOwn.size()); ++at) {
        const WorkerKey alone{byOwn[at].dpRank, byOwn[at].stage};
        step.without[alone] = secondsWithout([&](WorkerKey key) { return key == alone; });
    }
    // Uses earlier steps, because lanes that were slow in this step would explain it in any case.
    const LanePaces paces = this->paces(std::max<std::size_t>(m_steps.size() - 1, 1));
    const auto secondsWithoutLanes = [&](double part) {
        ReplayScenario scenario = replay.uniform(true);
        for (const SlowLane& slow : paces.slow(part))
            scenario.lanes[slow.lane] = 0;
        return replay.seconds(scenario);
    };
    step.withoutSlow = secondsWithoutLanes(clearPart);
    step.withoutSlower = secondsWithoutLanes(anyPart);
    ReplayScenario scenario = replay.uniform(true);
    for (std::size_t op = 0; op < scenario.ops.size(); ++op)
        scenario.ops[op] = replay.transfers()[op] != 0 ? 0 : 1;
    step.withoutTransfers = replay.seconds(scenario);
}

LanePaces LiveWhatIf::paces(std::size_t steps) const
{
    LanePaces paces;
    for (std::size_t at = 0; at < std::min(steps, m_steps.size()); ++at)
        paces.add(m_steps[at].paces);
    return paces;
}

void LiveWhatIf::addPaces(WhatIf& result) const
{
    const std::vector<double> means = paces(m_steps.size()).means();
    std::map<WorkerKey, double> slowest;
    for (const WorkerPlaces::Worker& worker : m_places.places().workers) {
        double& pace = slowest.try_emplace({worker.dpRank, worker.stage}, std::nan("")).first->second;
        for (const std::uint32_t lane : worker.lanes)
            pace = std::fmax(pace, lane < means.size() ? means[lane] : std::nan(""));
    }
    for (WhatIfWorker& worker : result.workers) {
        if (const auto found = slowest.find({worker.dpRank, worker.stage}); found != slowest.end())
            worker.pace = found->second;
    }
}

WhatIf LiveWhatIf::meanOfSteps() const
{
    const auto count = static_cast<double>(m_steps.size());
    WhatIf result;
    double withoutSlowest = 0;
    double withoutLastStage = 0;
    /// Slowdowns of a part over the steps in which it was evaluated.
    struct Part
    {
        double observed = 0;
        double ideal = 0;
    };
    std::map<std::int32_t, Part> byDpRank;
    std::map<std::int32_t, Part> byStage;
    std::map<WorkerKey, double> saved; // seconds, over the steps in which it was among the slowest
    const auto gather = [](auto& parts, const auto& seconds, double ideal) {
        for (const auto& [name, taken] : seconds) {
            parts[name].observed += taken;
            parts[name].ideal += ideal;
        }
    };
    for (const Replayed& step : m_steps) {
        result.stepSeconds += step.observed / count;
        result.idealStepSeconds += step.ideal / count;
        withoutSlowest += step.withoutSlowest / count;
        withoutLastStage += step.withoutLastStage / count;
        gather(byDpRank, step.byDpRank, step.ideal);
        gather(byStage, step.byStage, step.ideal);
        for (const auto& [worker, seconds] : step.without)
            saved[worker] += step.observed - seconds;
        result.steps.push_back({static_cast<std::int32_t>(step.step), step.observed, step.ideal});
    }
    for (const auto& [dpRank, part] : byDpRank)
        result.byDpRank.emplace_back(dpRank, part.observed / part.ideal);
    for (const auto& [stage, part] : byStage)
        result.byStage.emplace_back(stage, part.observed / part.ideal);
    result.slowdown = result.idealStepSeconds > 0 ? result.stepSeconds / result.idealStepSeconds : 1;
    rankWorkers(result);
    // Of all workers, including those that were not evaluated alone.
    result.replacedWorkers = slowestWorkers(std::max(result.workers.size(), m_workers.size()));
    addPaces(result);
    for (WhatIfWorker& worker : result.workers) {
        const auto found = saved.find({worker.dpRank, worker.stage});
        if (found == saved.end())
            continue;
        // Averages over all steps. A step that was not evaluated counts as no gain, because a mean over some steps
        // cannot be compared with the mean of all.
        worker.stepSecondsWith = result.stepSeconds;
        worker.stepSecondsWithout = result.stepSeconds - found->second / count;
    }
    result.workerShare = shareOfLoss(result, withoutSlowest);
    result.lastStageShare = shareOfLoss(result, withoutLastStage);
    result.verdict = judgeWhatIf(result);
    return result;
}

std::shared_ptr<JobWhatIf> LiveWhatIf::result(const std::function<std::string(std::uint32_t)>& nameOf) const
{
    if (m_steps.empty())
        return nullptr;
    auto whatIf = std::make_shared<JobWhatIf>();
    whatIf->result = meanOfSteps();
    whatIf->workers = m_workers;
    addSlow(*whatIf);
    std::map<std::string, std::pair<double, double>> byOp;
    for (const Replayed& step : m_steps) {
        for (const auto& [op, seconds] : step.byOp) {
            auto& [observed, ideal] = byOp[op == StepReplay::between ? "between operations" : nameOf(op)];
            observed += seconds;
            ideal += step.ideal;
        }
    }
    for (const auto& [name, sums] : byOp)
        whatIf->result.byOpType.emplace_back(name, sums.first / sums.second);
    return whatIf;
}

/// The clearly slow ranks, if they explain the loss; otherwise all that are slower than usual.
void LiveWhatIf::addSlow(JobWhatIf& whatIf) const
{
    const auto count = static_cast<double>(m_steps.size());
    whatIf.measuredStepSeconds = 0;
    double withoutSlow = 0;
    double withoutSlower = 0;
    double withoutTransfers = 0;
    for (const Replayed& step : m_steps) {
        whatIf.measuredStepSeconds += step.measured / count;
        withoutSlow += step.withoutSlow / count;
        withoutSlower += step.withoutSlower / count;
        withoutTransfers += step.withoutTransfers / count;
    }
    whatIf.transferShare = shareOfLoss(whatIf.result, withoutTransfers);
    const bool isClear = shareOfLoss(whatIf.result, withoutSlow) >= decisive;
    whatIf.slow = paces(m_steps.size()).slow(isClear ? clearPart : anyPart);
    whatIf.stepSecondsWithoutSlow = isClear ? withoutSlow : withoutSlower;
    whatIf.slowShare = shareOfLoss(whatIf.result, whatIf.stepSecondsWithoutSlow);
}

} // namespace lockstep
