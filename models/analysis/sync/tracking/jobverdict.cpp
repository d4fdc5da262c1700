// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/tracking/jobverdict.h"

#include "models/analysis/sync/tracking/syncsnapshot.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>

namespace lockstep {

namespace {

/// Weighs the evidence about a job's waits: available signals, their strength and reliability. Lives for one call of
/// judgeJob().
class JobEvidence
{
public:
    /// Minimum share of the loss that disappears without a culprit to count as an explanation.
    static constexpr double decisiveLoss = 0.5;

    /// @param trace null: use the job's own replays
    JobEvidence(const JobSync& job, const JobWhatIf* trace);

    [[nodiscard]] const JobSync& job() const { return m_job; }
    [[nodiscard]] bool isTrace() const { return m_isTrace; }
    [[nodiscard]] const JobWhatIf* whatIf() const { return m_whatIf; } ///< null: no replay

    /// Why no judgement is possible; empty: the data suffices.
    [[nodiscard]] std::string whatIsMissing() const;
    /// Whether a replay with observed durations takes about as long as the real steps.
    [[nodiscard]] bool isReplayTrue() const;
    /// Whether culprits cost a percent of the GPU time, or the steps could be clearly shorter.
    [[nodiscard]] bool isHeldUp() const;
    /// Share of the GPU time for which a kind of culprit is blamed, or all of them.
    [[nodiscard]] double blamed(CulpritKind kind) const { return m_blamed[static_cast<std::size_t>(kind)]; }
    [[nodiscard]] double blamed() const { return m_blamed[0] + m_blamed[1] + m_blamed[2]; }
    [[nodiscard]] bool isMostlyBlamed(CulpritKind kind) const;
    [[nodiscard]] const CulpritRow* worst(CulpritKind kind) const;
    /// Share of the GPU time spent waiting.
    [[nodiscard]] double waitShare() const;
    /// Share of the loss explained by persistently slow ranks; requires a replay.
    [[nodiscard]] double slowShare() const;
    /// Number of different lanes that were waited for most, step by step.
    [[nodiscard]] std::size_t turns() const;
    /// Slowdown of a lane in the latest step; 1 if unknown.
    [[nodiscard]] double lastSlowdown(std::uint32_t lane) const;

private:
    [[nodiscard]] bool isSlownessLasting() const;
    [[nodiscard]] bool isExplained() const;

    const JobSync& m_job;
    bool m_isTrace;
    const JobWhatIf* m_whatIf;
    std::array<double, 3> m_blamed{}; ///< by CulpritKind
};

constexpr double decisiveBlame = 0.5;
/// Minimum ratio of actual to possible step time of a delayed job, regardless of the cause.
constexpr double heldUp = 1.1;
/// The same if the delay is explained by any culprits.
constexpr double slightlyHeldUp = 1.02;
/// A replay is valid if its duration is within this range of the real one.
constexpr double minReplayed = 0.8;
constexpr double maxReplayed = 1.25;
/// Ranks that are slow in a smaller share of the steps take turns in being slow.
constexpr double minPersistence = 0.4;
/// With a larger share of unknown time, no judgement is possible.
constexpr double maxUnknown = 0.5;

JobEvidence::JobEvidence(const JobSync& job, const JobWhatIf* trace)
    : m_job(job), m_isTrace(trace != nullptr), m_whatIf(trace != nullptr ? trace : job.whatIf.get())
{
    for (const CulpritRow& row : job.culprits)
        m_blamed[static_cast<std::size_t>(row.culprit.kind)] += row.share;
}

std::string JobEvidence::whatIsMissing() const
{
    if (m_isTrace)
        return {};
    if (m_job.steps.empty())
        return "no complete step yet";
    if (m_job.ranks.size() < 2)
        return m_job.completeness.expected > 1 ? fmt::format(
                   "data from only one rank of {}; waits are visible only between ranks", m_job.completeness.expected)
                                               : "only one rank is known; waits are visible only between ranks";
    double unknown = 0;
    for (const TimeSpent& spent : m_job.recent)
        unknown += spent[static_cast<std::size_t>(TimeClass::Unknown)];
    if (unknown > maxUnknown * m_job.gpuSeconds)
        return fmt::format("{} of the ranks' time is not covered by spans, or their waits have no known cause",
                           formatQuantity(unknown / m_job.gpuSeconds, Unit::Ratio));
    return {};
}

bool JobEvidence::isReplayTrue() const
{
    if (m_whatIf == nullptr || !(m_whatIf->result.idealStepSeconds > 0))
        return false;
    const double measured = m_whatIf->measuredStepSeconds;
    const double replayed = m_whatIf->result.stepSeconds / measured;
    return std::isnan(measured) || (replayed >= minReplayed && replayed <= maxReplayed);
}

bool JobEvidence::isHeldUp() const
{
    const auto costs = [](const CulpritRow& row) {
        return row.share >= StragglerHistory::minShare;
    };
    if (std::ranges::any_of(m_job.culprits, costs))
        return true;
    if (!isReplayTrue())
        return false;
    return m_whatIf->result.slowdown >= heldUp || (m_whatIf->result.slowdown >= slightlyHeldUp && isExplained());
}

double JobEvidence::slowShare() const
{
    if (m_isTrace)
        return m_whatIf->result.workerShare;
    return isSlownessLasting() ? m_whatIf->slowShare : 0;
}

bool JobEvidence::isExplained() const
{
    return slowShare() >= decisiveLoss || (!m_isTrace && m_whatIf->transferShare >= decisiveLoss);
}

bool JobEvidence::isMostlyBlamed(CulpritKind kind) const
{
    return blamed(kind) > 0 && blamed(kind) >= decisiveBlame * blamed();
}

const CulpritRow* JobEvidence::worst(CulpritKind kind) const
{
    const auto isOfKind = [kind](const CulpritRow& row) {
        return row.culprit.kind == kind;
    };
    const auto found = std::ranges::find_if(m_job.culprits, isOfKind);
    return found != m_job.culprits.end() ? &*found : nullptr;
}

double JobEvidence::waitShare() const
{
    return m_job.gpuSeconds > 0 ? m_job.waitGpuSeconds / m_job.gpuSeconds : 0;
}

bool JobEvidence::isSlownessLasting() const
{
    std::vector<double> persistence;
    for (const SlowLane& slow : m_whatIf->slow)
        persistence.push_back(slow.persistence);
    if (persistence.empty())
        return false;
    const auto middle = persistence.begin() + static_cast<std::ptrdiff_t>(persistence.size() / 2);
    std::ranges::nth_element(persistence, middle);
    return *middle >= minPersistence;
}

std::size_t JobEvidence::turns() const
{
    std::set<std::size_t> worst;
    const std::size_t from = m_job.steps.size() - std::min(m_job.steps.size(), m_job.judgedSteps);
    for (std::size_t at = from; at < m_job.steps.size(); ++at) {
        const auto& blame = m_job.steps[at]->blame;
        std::size_t max = blame.size();
        for (std::size_t lane = 0; lane < blame.size(); ++lane) {
            if (blame[lane] > 0 && (max == blame.size() || blame[lane] > blame[max]))
                max = lane;
        }
        if (max < blame.size())
            worst.insert(max);
    }
    return worst.size();
}

double JobEvidence::lastSlowdown(std::uint32_t lane) const
{
    if (m_job.steps.empty() || lane >= m_job.steps.back()->slowdown.size())
        return 1;
    const float last = m_job.steps.back()->slowdown[lane];
    return std::isnan(last) ? 1 : static_cast<double>(last);
}

/// Minimum share of a rank's excess time that is between operations, for its host to be the cause.
constexpr double mostlyPaused = 0.5;
/// With a larger share of unexplained waiting, the verdict is not "no straggler".
constexpr double unexplainedWait = 0.2;
/// Without replays, the ranks that have this share of the blame are named, if they are at most this share of all ranks.
constexpr double maxOfBlame = 0.8;
constexpr double fewRanks = 0.25;

JobVerdict blank(const JobEvidence& evidence, VerdictKind kind)
{
    JobVerdict verdict;
    verdict.kind = kind;
    verdict.steps = evidence.isTrace() ? evidence.whatIf()->result.steps.size() : evidence.job().judgedSteps;
    if (evidence.isReplayTrue())
        verdict.stepSeconds = evidence.whatIf()->result.stepSeconds;
    return verdict;
}

JobVerdict cannotJudge(const JobEvidence& evidence, std::string because)
{
    JobVerdict verdict = blank(evidence, VerdictKind::CannotJudge);
    verdict.because = std::move(because);
    return verdict;
}

std::optional<std::uint32_t> laneOf(const JobSync& job, std::optional<std::uint32_t> rank)
{
    const auto lane = rank ? std::ranges::find(job.ranks, *rank) : job.ranks.end();
    return lane != job.ranks.end() ? std::optional(static_cast<std::uint32_t>(lane - job.ranks.begin())) : std::nullopt;
}

JobVerdict judgeHang(const JobEvidence& evidence)
{
    JobVerdict verdict = blank(evidence, VerdictKind::Hang);
    const JobSync& job = evidence.job();
    for (const MissingRank& rank : job.missing)
        verdict.lanes.push_back(rank.lane);
    if (job.missing.empty()) {
        verdict.lanes.push_back(job.stuck.front().lane);
        verdict.communicator = job.stuck.front().communicator;
    }
    return verdict;
}

JobVerdict judgeNobody(const JobEvidence& evidence)
{
    if (!evidence.isReplayTrue() && evidence.waitShare() > unexplainedWait)
        return cannotJudge(evidence,
                           fmt::format("ranks wait {} of their time, but spans do not show for which rank",
                                       formatQuantity(evidence.waitShare(), Unit::Ratio)));
    JobVerdict verdict = blank(evidence, VerdictKind::NoStraggler);
    if (evidence.isReplayTrue())
        verdict.stepSecondsWithout = evidence.whatIf()->result.idealStepSeconds;
    return verdict;
}

/// For links of groups, or storage.
JobVerdict judgeShared(const JobEvidence& evidence, VerdictKind kind, CulpritKind culprit)
{
    JobVerdict verdict = blank(evidence, kind);
    verdict.share = evidence.blamed(culprit);
    if (const CulpritRow* row = evidence.worst(culprit)) {
        verdict.communicator = row->culprit.index;
        verdict.pattern = row->pattern;
        verdict.evidence = row->evidence;
    }
    return verdict;
}

/// Adds the waits caused by these lanes, and the behaviour of the worst one.
void addBlame(const JobEvidence& evidence, JobVerdict& verdict)
{
    verdict.share = 0;
    for (const CulpritRow& row : evidence.job().culprits) {
        const bool isNamed = row.culprit.kind == CulpritKind::Lane
            && std::ranges::find(verdict.lanes, row.culprit.index) != verdict.lanes.end();
        if (!isNamed)
            continue;
        if (verdict.share == 0) {
            verdict.pattern = row.pattern;
            verdict.evidence = row.evidence;
        }
        verdict.share += row.share;
    }
}

void takeSlowLanes(const JobEvidence& evidence, JobVerdict& verdict)
{
    const JobWhatIf& whatIf = *evidence.whatIf();
    std::size_t late = 0;
    for (const SlowLane& slow : whatIf.slow) {
        verdict.lanes.push_back(slow.lane);
        late += slow.pauseShare > mostlyPaused ? 1 : 0;
    }
    if (late * 2 > verdict.lanes.size()) {
        verdict.cause = RankCause::LateLaunches;
        verdict.causeLanes = late;
    }
    const double last = verdict.cause == RankCause::LateLaunches ? 1 : evidence.lastSlowdown(verdict.lanes.front());
    verdict.slowdown = std::max(whatIf.slow.front().slowdown, last);
    verdict.stepSecondsWithout = whatIf.stepSecondsWithoutSlow;
}

/// For a trace: the worker that explains the loss alone, otherwise those that do together.
void takeWorkers(const JobEvidence& evidence, JobVerdict& verdict)
{
    const JobWhatIf& whatIf = *evidence.whatIf();
    const WhatIf& result = whatIf.result;
    const double loss = result.stepSeconds - result.idealStepSeconds;
    const bool isAlone = result.workers.front().secondsSaved() >= JobEvidence::decisiveLoss * result.workerShare * loss;
    for (std::size_t at = 0; at < (isAlone ? 1 : result.replacedWorkers); ++at) {
        const auto rank = whatIf.rankOf(result.workers[at].dpRank, result.workers[at].stage);
        if (const auto lane = laneOf(evidence.job(), rank))
            verdict.lanes.push_back(*lane);
    }
    verdict.slowdown = verdict.lanes.empty() ? JobVerdict::unknown : evidence.lastSlowdown(verdict.lanes.front());
    verdict.stepSecondsWithout
        = isAlone ? result.workers.front().stepSecondsWithout : result.stepSeconds - result.workerShare * loss;
}

JobVerdict judgeRanks(const JobEvidence& evidence)
{
    JobVerdict verdict = blank(evidence, VerdictKind::Ranks);
    if (evidence.isTrace())
        takeWorkers(evidence, verdict);
    else
        takeSlowLanes(evidence, verdict);
    addBlame(evidence, verdict);
    // A trace is replayed completely, whereas blame covers its last steps, so they are not combined.
    if (evidence.isTrace())
        verdict.share = 0;
    return verdict;
}

JobVerdict judgeLastStage(const JobEvidence& evidence)
{
    JobVerdict verdict = blank(evidence, VerdictKind::LastStage);
    const JobWhatIf& whatIf = *evidence.whatIf();
    const WhatIf& result = whatIf.result;
    for (const JobWhatIf::Worker& worker : whatIf.workers) {
        const auto lane = laneOf(evidence.job(), worker.rank);
        if (lane && worker.stage == result.byStage.back().first)
            verdict.lanes.push_back(*lane);
    }
    const double loss = result.stepSeconds - result.idealStepSeconds;
    verdict.stepSecondsWithout = result.stepSeconds - std::min(result.lastStageShare, 1.0) * loss;
    return verdict;
}

JobVerdict judgeUneven(const JobEvidence& evidence)
{
    JobVerdict verdict = blank(evidence, VerdictKind::Uneven);
    verdict.turns = evidence.turns();
    verdict.share = evidence.blamed();
    verdict.stepSecondsWithout = evidence.whatIf()->result.idealStepSeconds;
    const std::size_t maxTurns = std::min(evidence.job().judgedSteps, evidence.job().ranks.size());
    if (verdict.turns > 1 && verdict.turns * 2 >= maxTurns)
        return verdict;
    return cannotJudge(evidence, "the same ranks are repeatedly late, but replays without their delays are no faster");
}

/// Whether the rank that others repeatedly waited for most is one of the slow ranks, and steps would be shorter without
/// these. Each sign is weak, but both analyses agree.
bool isAgreedOn(const JobEvidence& evidence)
{
    const CulpritRow* worst = evidence.worst(CulpritKind::Lane);
    if (evidence.isTrace() || worst == nullptr)
        return false;
    const JobWhatIf& whatIf = *evidence.whatIf();
    const bool lasts = worst->pattern == StragglerPattern::Systemic || worst->pattern == StragglerPattern::Drift;
    const bool isSlow = std::ranges::find(whatIf.slow, worst->culprit.index, &SlowLane::lane) != whatIf.slow.end();
    const double saved = 1 - whatIf.stepSecondsWithoutSlow / whatIf.result.stepSeconds;
    return lasts && isSlow && saved >= StragglerHistory::minShare;
}

JobVerdict judgeByReplay(const JobEvidence& evidence)
{
    const JobWhatIf& whatIf = *evidence.whatIf();
    const double ofLastStage = whatIf.result.byStage.size() > 1 ? whatIf.result.lastStageShare : 0;
    const double ofRanks = evidence.slowShare();
    if (std::max(ofLastStage, ofRanks) >= JobEvidence::decisiveLoss)
        return ofLastStage > ofRanks ? judgeLastStage(evidence) : judgeRanks(evidence);
    if (isAgreedOn(evidence))
        return judgeRanks(evidence);
    if (!(whatIf.transferShare >= JobEvidence::decisiveLoss))
        return judgeUneven(evidence);
    JobVerdict verdict = judgeShared(evidence, VerdictKind::Links, CulpritKind::Communicator);
    // Includes blame for senders whose data came late.
    verdict.share = evidence.blamed() * std::min(whatIf.transferShare, 1.0);
    return verdict;
}

/// Without replays: the lanes with nearly all of the blame, if they are few.
JobVerdict judgeByBlame(const JobEvidence& evidence)
{
    const JobSync& job = evidence.job();
    JobVerdict verdict = blank(evidence, VerdictKind::Ranks);
    for (const CulpritRow& row : job.culprits) {
        if (row.culprit.kind == CulpritKind::Lane && verdict.share < maxOfBlame * evidence.blamed()) {
            verdict.lanes.push_back(row.culprit.index);
            verdict.share += row.share;
        }
    }
    const auto few = static_cast<std::size_t>(std::ceil(fewRanks * static_cast<double>(job.ranks.size())));
    if (!verdict.lanes.empty() && verdict.lanes.size() <= few) {
        addBlame(evidence, verdict);
        return verdict;
    }
    if (evidence.whatIf() == nullptr)
        return cannotJudge(evidence, "no step has been replayed yet, and the blame is spread over many ranks");
    return cannotJudge(evidence,
                       fmt::format("steps take {}, of which spans explain {}, and the blame is spread over many ranks",
                                   formatQuantity(evidence.whatIf()->measuredStepSeconds, Unit::Seconds),
                                   formatQuantity(evidence.whatIf()->result.stepSeconds, Unit::Seconds)));
}

} // namespace

bool JobVerdict::names(const Culprit& culprit) const
{
    switch (culprit.kind) {
    case CulpritKind::Lane:
        return (kind == VerdictKind::Ranks || kind == VerdictKind::Hang)
            && std::ranges::find(lanes, culprit.index) != lanes.end();
    case CulpritKind::Communicator:
        return kind == VerdictKind::Links && culprit.index == communicator;
    case CulpritKind::Storage:
        break;
    }
    return kind == VerdictKind::Storage;
}

double JobVerdict::weight() const
{
    if (kind == VerdictKind::Hang)
        return 2;
    if (kind == VerdictKind::NoStraggler)
        return 0;
    const double saved = 1 - stepSecondsWithout / stepSeconds;
    return std::max(share, std::isnan(saved) ? 0 : saved) + (kind == VerdictKind::CannotJudge ? 0 : 1e-6);
}

JobVerdict judgeJob(const JobSync& job, const JobWhatIf* trace)
{
    const JobEvidence evidence(job, trace);
    if (!job.missing.empty() || !job.stuck.empty())
        return judgeHang(evidence);
    if (std::string missing = evidence.whatIsMissing(); !missing.empty())
        return cannotJudge(evidence, std::move(missing));
    if (!evidence.isHeldUp())
        return judgeNobody(evidence);
    if (evidence.isMostlyBlamed(CulpritKind::Storage))
        return judgeShared(evidence, VerdictKind::Storage, CulpritKind::Storage);
    if (evidence.isMostlyBlamed(CulpritKind::Communicator))
        return judgeShared(evidence, VerdictKind::Links, CulpritKind::Communicator);
    return evidence.isReplayTrue() ? judgeByReplay(evidence) : judgeByBlame(evidence);
}

} // namespace lockstep
