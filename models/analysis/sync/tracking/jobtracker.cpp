// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/tracking/jobtracker.h"

#include "models/analysis/sync/matching/transferbaseline.h"
#include "models/analysis/sync/tracking/steps/syncstep.h"
#include "models/core/median.h"

#include <cmath>
#include <limits>
#include <numeric>

namespace lockstep {

namespace {

/// Maximum number of rows in a table.
constexpr std::size_t keptRows = 256;

} // namespace

void CulpritRecords::forget()
{
    m_culprits.clear();
    m_rows.clear();
    m_gpuSeconds.clear();
    m_driftCurve = {};
    std::ranges::fill(m_drifts, DriftLine());
}

bool CulpritRecords::isPersistentStraggler(const CulpritRow& row) const
{
    const bool lasts = row.pattern == StragglerPattern::Systemic || row.pattern == StragglerPattern::Drift;
    const auto found = m_culprits.find(row.culprit);
    return lasts && row.lastStepGpuSeconds > 0 && found != m_culprits.end()
        && shareSinceFirstHit(found->second) >= StragglerHistory::minShare;
}

void CulpritRecords::add(const Blame& blame, const LostSpans& unknown, const SyncStep& step, std::size_t activeLanes)
{
    noteDrift(step);
    const double seconds = std::chrono::duration<double>(step.range.length()).count();
    const double gpuSeconds = seconds * static_cast<double>(std::max<std::size_t>(activeLanes, 1));
    for (const auto& [culprit, lost] : blame)
        m_culprits.try_emplace(culprit);
    for (auto each = m_culprits.begin(); each != m_culprits.end();) {
        const auto found = blame.find(each->first);
        const double lost = found == blame.end() ? 0 : found->second;
        Record& record = each->second;
        record.steps[m_steps % keptSteps] = static_cast<float>(lost);
        record.sum = std::accumulate(record.steps.begin(), record.steps.end(), 0.0);
        record.judged = 0;
        for (std::size_t back = 0; back < std::min(judgedSteps, m_steps + 1); ++back)
            record.judged += static_cast<double>(record.steps[(m_steps - back) % keptSteps]);
        if (!unknown.concern(each->first))
            record.history.add(lost > StragglerHistory::minShare * gpuSeconds,
                               lost > StragglerHistory::largeShare * gpuSeconds,
                               each->first.kind == CulpritKind::Lane ? activeLanes : 0);
        each = record.sum > 0 ? std::next(each) : m_culprits.erase(each);
    }
    ++m_steps;
    m_gpuSeconds.push_back(gpuSeconds);
    if (m_gpuSeconds.size() > keptSteps)
        m_gpuSeconds.pop_front();
    m_rows = worstFirst();
}

/// Share of the job's GPU time since the first hit or, without hits, over all steps.
double CulpritRecords::shareSinceFirstHit(const Record& record) const
{
    const std::size_t since = record.history.stepsSinceFirstHit();
    const std::size_t count = since == 0 ? m_gpuSeconds.size() : std::min<std::size_t>(since, m_gpuSeconds.size());
    double lost = 0;
    double gpuSeconds = 0;
    for (std::size_t back = 1; back <= count; ++back) {
        lost += static_cast<double>(record.steps[(m_steps - back) % keptSteps]);
        gpuSeconds += m_gpuSeconds[m_gpuSeconds.size() - back];
    }
    return gpuSeconds > 0 ? lost / gpuSeconds : 0;
}

std::vector<CulpritRow> CulpritRecords::worstFirst() const
{
    const auto judged = static_cast<std::ptrdiff_t>(judgedStepCount());
    const double gpuSeconds = std::accumulate(m_gpuSeconds.end() - judged, m_gpuSeconds.end(), 0.0);
    std::vector<CulpritRow> rows;
    for (const auto& [culprit, record] : m_culprits) {
        if (!(record.judged > 0))
            continue;
        CulpritRow row;
        row.culprit = culprit;
        row.gpuSeconds = record.judged;
        row.share = gpuSeconds > 0 ? record.judged / gpuSeconds : 0;
        row.lastStepGpuSeconds = m_steps > 0 ? static_cast<double>(record.steps[(m_steps - 1) % keptSteps]) : 0;
        row.pattern = record.history.pattern(driftOf(culprit));
        rows.push_back(std::move(row));
    }
    const auto worse = [](const CulpritRow& a, const CulpritRow& b) {
        return std::pair(-a.gpuSeconds, a.culprit) < std::pair(-b.gpuSeconds, b.culprit);
    };
    const std::size_t kept = std::min(rows.size(), keptRows);
    std::ranges::partial_sort(rows, rows.begin() + static_cast<std::ptrdiff_t>(kept), worse);
    rows.resize(kept);
    for (CulpritRow& row : rows)
        row.evidence = m_culprits.at(row.culprit).history.evidence(driftOf(row.culprit));
    return rows;
}

void CulpritRecords::noteDrift(const SyncStep& step)
{
    for (std::size_t lane = 0; lane < step.slowdown.size(); ++lane) {
        if (!std::isnan(step.slowdown[lane]))
            m_drifts[lane].add(step.slowdown[lane]);
    }
    m_driftCurve.add(step);
}

std::optional<DriftEstimate> CulpritRecords::driftOf(const Culprit& culprit) const
{
    if (culprit.kind != CulpritKind::Lane)
        return std::nullopt;
    auto drift = m_drifts[culprit.index].estimate();
    // An expensive check, so only done if its result matters.
    if (isDrift(drift))
        drift->isJump = m_driftCurve.isJump(culprit.index);
    return drift;
}

namespace {

/// Fills in the waits and the blame of a step.
/// @param times have already processed the window
/// @param lost lanes without evidence
void measureWaits(const SyncWindow& window, RootCauses& causes, const LostSpans& lost, const LaneTimes& times,
                  SyncStep& step, CulpritRecords::Blame& blame)
{
    const std::size_t lanes = window.laneCount();
    constexpr float nothing = std::numeric_limits<float>::quiet_NaN();
    step.blame.assign(lanes, nothing);
    step.wait.assign(lanes, nothing);
    std::vector<double> byLane(lanes, 0);
    for (std::uint32_t lane = 0; lane < window.laneCount(); ++lane) {
        bool isHeard = false;
        for (std::uint32_t at = window.laneBegin(lane); at < window.laneEnd(lane); ++at) {
            const WindowEvent& event = window.events()[at];
            if (!event.isFresh())
                continue;
            isHeard = true;
            // For a receive, only the excess over its peers counts.
            if (event.waitNs == 0)
                continue;
            const double seconds = static_cast<double>(event.waitNs) * 1e-9;
            for (const CauseShare& cause : causes.of(at).shares()) {
                if (cause.culprit.kind == CulpritKind::Lane)
                    byLane[cause.culprit.index] += seconds * cause.share;
                else
                    blame[cause.culprit] += seconds * cause.share;
            }
        }
        if (!isHeard)
            continue;
        step.wait[lane] = static_cast<float>(times.newSeconds(lane, TimeClass::Wait));
        step.waitGpuSeconds += static_cast<double>(step.wait[lane]);
        step.blame[lane] = lost.concern({CulpritKind::Lane, lane}) ? nothing : 0;
    }
    for (std::uint32_t lane = 0; lane < byLane.size(); ++lane) {
        if (byLane[lane] == 0)
            continue;
        blame[{CulpritKind::Lane, lane}] += byLane[lane];
        if (!lost.concern({CulpritKind::Lane, lane}))
            step.blame[lane] = static_cast<float>(byLane[lane]);
    }
}

/// Adds losses without waits: slow transfers, and checkpoints that take longer than usual.
/// @param checkpoints usual durations, which are updated
void chargeLosses(const SyncWindow& window, TransferBaseline& checkpoints, CulpritRecords::Blame& blame)
{
    std::vector<std::int64_t> lengths;
    for (const WindowEvent& event : window.events()) {
        if (!event.isFresh())
            continue;
        if (event.lostNs > 0)
            blame[{CulpritKind::Communicator, event.span.communicator}] += static_cast<double>(event.lostNs) * 1e-9;
        if (event.span.kind == SpanKind::Checkpoint)
            lengths.push_back(event.span.lengthNs());
    }
    std::vector<std::int64_t> median(1);
    if (!lengths.empty()) {
        const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
        std::ranges::nth_element(lengths, middle);
        median.front() = *middle;
        const auto lost = TransferBaseline::lost(*middle, checkpoints.baselineBefore(0));
        static_cast<void>(checkpoints.usual(0, median));
        blame[{CulpritKind::Storage, 0}] += static_cast<double>(lost) * 1e-9 * static_cast<double>(lengths.size());
    }
}

/// Fills in each lane's compute time relative to the peers at the same pipeline position, which have the same work.
void measureSlowdown(const SyncWindow& window, const LostSpans& lost, SyncStep& step)
{
    const std::size_t lanes = window.laneCount();
    constexpr float nothing = std::numeric_limits<float>::quiet_NaN();
    step.slowdown.assign(lanes, nothing);
    std::map<std::uint32_t, std::vector<float>> byPlace;
    std::vector<std::uint32_t> places(lanes, 0);
    for (std::uint32_t lane = 0; lane < window.laneCount(); ++lane) {
        std::int64_t computeNs = 0;
        for (std::uint32_t at = window.laneBegin(lane); at < window.laneEnd(lane); ++at) {
            const WindowEvent& event = window.events()[at];
            if (event.isFresh() && event.span.kind == SpanKind::Compute)
                computeNs += event.span.lengthNs();
            if (event.span.isReceive())
                places[lane] = window.placeOf(event.span);
        }
        if (computeNs == 0 || lost.concern({CulpritKind::Lane, lane}))
            continue;
        step.slowdown[lane] = static_cast<float>(static_cast<double>(computeNs) * 1e-9);
        byPlace[places[lane]].push_back(step.slowdown[lane]);
    }
    for (auto& [place, values] : byPlace)
        std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        if (std::isnan(step.slowdown[lane]))
            continue;
        const auto& peers = byPlace[places[lane]];
        step.slowdown[lane] /= peers[peers.size() / 2];
    }
}

/// A job without steps is evaluated in pieces of this length, this long after their end.
constexpr std::int64_t pieceNs = 4'000'000'000;
constexpr std::int64_t settleNs = 2'000'000'000;
/// Maximum number of spans in a step, after which it is closed, so that memory stays bounded.
constexpr std::size_t maxFresh = 4'000'000;
/// Number of events of each lane that are kept for the next window: from the last common collective to the end of the
/// step.
constexpr std::uint32_t carriedEvents = 8;
/// Higher numbers are not ranks of a job but come from a faulty reporter.
constexpr std::uint32_t highestRank = (1U << 17U) - 1;
constexpr std::size_t maxTransfers = 8; ///< steps that are kept until taken
/// After a longer silence the job counts as absent, because it is unknown whether it held its GPUs.
constexpr Duration longestSilence = std::chrono::minutes(15);

double secondsOf(const StepMarks::Mark& mark)
{
    std::vector<std::int64_t> lengths;
    lengths.reserve(mark.ends.size());
    for (const StepMarks::End& end : mark.ends)
        lengths.push_back(end.endNs - end.startNs);
    return static_cast<double>(upperMedian(lengths)) * 1e-9;
}

bool hasFresh(const SyncWindow& window, std::uint32_t lane)
{
    for (std::uint32_t at = window.laneBegin(lane); at < window.laneEnd(lane); ++at) {
        if (window.events()[at].isFresh())
            return true;
    }
    return false;
}

} // namespace

void StepVerdicts::add(const SyncWindow& window, RootCauses& causes)
{
    auto verdicts = std::make_shared<std::vector<WaitVerdict>>();
    const auto& events = window.events();
    for (const WaitGroup& group : window.groups()) {
        if (!group.isFresh)
            continue;
        for (const std::uint32_t member : window.membersOf(group)) {
            const WindowEvent& event = events[member];
            const auto shares = causes.of(member).shares();
            if (event.waitNs > 0 && !shares.empty()) {
                const auto last = group.isReceive ? window.senderOf(event.span) : events[group.shortest].span.lane;
                verdicts->push_back({event.span.communicator, event.span.sequence,
                                     group.isReceive ? event.span.lane : WaitVerdict::allLanes, last,
                                     shares.front().culprit, group.isReceive ? 0 : events[group.shortest].lengthNs()});
            }
            // One part represents the collective.
            if (!group.isReceive && event.waitNs > 0)
                break;
        }
    }
    std::ranges::sort(*verdicts, {}, &WaitVerdict::key);
    verdicts->shrink_to_fit(); // kept for many steps
    m_count += verdicts->size();
    m_steps.push_back(std::move(verdicts));
    while (m_steps.size() > m_keptSteps || (m_steps.size() > minSteps && m_count > maxVerdicts)) {
        m_count -= m_steps.front()->size();
        m_steps.pop_front();
    }
}

JobTracker::JobTracker(std::uint32_t job) : m_job(job) { }

std::uint32_t JobTracker::addLane(std::uint32_t lane, std::uint32_t rank)
{
    m_lanes.push_back(lane);
    m_ranks.push_back(rank);
    m_times.addLane();
    m_culprits.addLane();
    m_hangs.addLane();
    m_marks.addLane();
    return static_cast<std::uint32_t>(m_lanes.size() - 1);
}

void JobTracker::add(const SyncSpan& span)
{
    m_newestNs = std::max(m_newestNs, span.endNs);
    m_hangs.add(span);
    m_marks.addSpanEnd(span.lane, span.endNs);
    if (span.kind == SpanKind::Marker)
        return;
    if (span.kind == SpanKind::Step)
        return m_marks.add(span);
    m_oldestNs = m_fresh.empty() ? span.startNs : std::min(m_oldestNs, span.startNs);
    m_fresh.push_back(span);
}

std::size_t JobTracker::closeWhole()
{
    const std::size_t before = m_closed;
    if (const auto restartNs = m_marks.restartNs())
        resetFrom(*restartNs);
    for (auto step = m_marks.due(); step; step = m_marks.due())
        closeStep(*step);
    while (m_fresh.size() > maxFresh && !m_marks.isEmpty())
        closeStep(*m_marks.oldest());
    if (!m_fresh.empty() && !m_marks.hasClosed() && m_marks.isEmpty() && m_newestNs - m_oldestNs > pieceNs + settleNs)
        closePiece();
    if (m_fresh.size() > maxFresh)
        closeBefore(m_newestNs - settleNs);
    return m_closed - before;
}

/// For jobs without steps. Uses the time of most lanes, because a single clock may be ahead.
void JobTracker::closePiece()
{
    const std::int64_t reportedToNs = m_marks.reportedToNs();
    const auto isOld = [&](const SyncSpan& span) {
        return reportedToNs - span.startNs > pieceNs + settleNs;
    };
    if (std::ranges::any_of(m_fresh, isOld))
        closeBefore(reportedToNs - settleNs);
}

void JobTracker::closeAll()
{
    if (const auto restartNs = m_marks.restartNs())
        resetFrom(*restartNs);
    while (!m_marks.isEmpty())
        closeStep(*m_marks.oldest());
    if (!m_fresh.empty())
        closeBefore(std::numeric_limits<std::int64_t>::max());
}

/// The job, or another one of the same name, has restarted at a lower step. Evidence from the previous run does not
/// apply.
void JobTracker::resetFrom(std::int64_t fromNs)
{
    const auto ofThisRun = std::stable_partition(m_fresh.begin(), m_fresh.end(),
                                                 [&](const SyncSpan& span) { return span.startNs < fromNs; });
    std::vector<SyncSpan> later(ofThisRun, m_fresh.end());
    m_fresh.erase(ofThisRun, m_fresh.end());
    while (!m_marks.isEmpty())
        closeStep(*m_marks.oldest());
    if (!m_fresh.empty())
        closeBefore(std::numeric_limits<std::int64_t>::max());
    m_fresh = std::move(later);
    m_times.restartUntil(fromNs);
    m_marks.restart();
    m_carried.clear();
    m_whatIf = {};
    forgetEvidence();
    ++m_restarts;
}

void JobTracker::forgetEvidence()
{
    m_culprits.forget();
    m_times.forgetRecent();
}

void JobTracker::closeStep(std::uint32_t step)
{
    // Before it reported steps, periods of time were evaluated, for which missing spans are unknown.
    if (!m_marks.hasClosed())
        forgetEvidence();
    const StepMarks::Mark mark = m_marks.take(step);
    // Includes leftovers from before the step: late parts, or an abandoned step. Spans without a step number are
    // assigned by time.
    const auto kept = std::stable_partition(m_fresh.begin(), m_fresh.end(), [&](const SyncSpan& span) {
        return span.step > step || (span.step == 0 && span.startNs >= mark.lastEndNs);
    });
    std::vector<SyncSpan> fresh(kept, m_fresh.end());
    m_fresh.erase(kept, m_fresh.end());
    close(std::move(fresh), step, &mark);
}

void JobTracker::closeBefore(std::int64_t timeNs)
{
    const auto kept = std::stable_partition(m_fresh.begin(), m_fresh.end(),
                                            [&](const SyncSpan& span) { return span.endNs > timeNs; });
    std::vector<SyncSpan> fresh(kept, m_fresh.end());
    m_fresh.erase(kept, m_fresh.end());
    if (fresh.empty())
        return;
    const std::uint32_t step = std::ranges::max(fresh, {}, &SyncSpan::step).step;
    close(std::move(fresh), step, nullptr);
}

/// Begins at the end of the previous step, unless that is too far away or clocks were set back.
TimeRange JobTracker::rangeOf(const std::vector<SyncSpan>& fresh, const StepMarks::Mark* mark) const
{
    TimeRange range;
    if (mark)
        range = mark->range();
    else
        range = {TimePoint(Duration(std::ranges::min(fresh, {}, &SyncSpan::startNs).startNs)),
                 TimePoint(Duration(std::ranges::max(fresh, {}, &SyncSpan::endNs).endNs))};
    if (!m_closedTo || *m_closedTo >= range.to)
        return range;
    // Spans after a step, such as a checkpoint, count in the next one.
    for (const SyncSpan& span : fresh) {
        const TimePoint start{Duration(span.startNs)};
        if (start >= *m_closedTo)
            range.from = std::min(range.from, start);
    }
    range.from = std::max(range.from, *m_closedTo);
    return range;
}

TimeRange JobTracker::wallOf(TimeRange step)
{
    const bool isAfterAll = m_accountedTo && step.from - *m_accountedTo <= longestSilence;
    const TimePoint from = isAfterAll ? std::min(*m_accountedTo, step.to) : step.from;
    m_accountedTo = std::max(m_accountedTo.value_or(step.to), step.to);
    return {from, step.to};
}

/// @param mark null: a period of time, for which missing spans are unknown
void JobTracker::close(std::vector<SyncSpan> fresh, std::uint32_t number, const StepMarks::Mark* mark)
{
    m_oldestNs = m_fresh.empty() ? m_newestNs : std::ranges::min(m_fresh, {}, &SyncSpan::startNs).startNs;
    if (fresh.empty())
        return;
    auto step = std::make_shared<SyncStep>();
    step->step = number;
    step->range = rangeOf(fresh, mark);
    step->run = m_restarts;
    if (mark)
        step->seconds = secondsOf(*mark);
    m_closedTo = step->range.to;
    const SyncWindow window(std::exchange(m_carried, {}), fresh, m_ranks, m_baseline);
    const LostSpans lost = mark ? m_lostSpans.find(window, number, *mark, m_marks) : LostSpans();
    RootCauses causes(window);
    CulpritRecords::Blame blame;
    m_times.account(window);
    measureWaits(window, causes, lost, m_times, *step, blame);
    chargeLosses(window, m_checkpoints, blame);
    std::erase_if(blame, [&lost](const auto& each) { return lost.concern(each.first); });
    for (const auto& [culprit, seconds] : blame)
        step->blamedGpuSeconds += seconds;
    measureSlowdown(window, lost, *step);
    countCollectives(window, *step);
    m_verdicts.add(window, causes);
    if (mark)
        m_transfers.push_back({number, m_restarts, transfersOf(window), window.members()});
    if (m_transfers.size() > maxTransfers)
        m_transfers.pop_front();
    carryOver(window, causes, lost);
    step->account = accountStep(wallOf(step->range), m_ranks, m_times, m_marks);
    m_times.close(*step);
    const auto isHeard = [](float wait) {
        return !std::isnan(wait);
    };
    m_culprits.add(blame, lost, *step, static_cast<std::size_t>(std::ranges::count_if(step->wait, isHeard)));
    ++m_closed;
    m_whatIf.add(window, m_ranks, {number, std::chrono::duration<double>(step->range.length()).count(), lost.lanes});
    m_steps.push_back(std::move(step));
    if (m_steps.size() > keptSteps)
        m_steps.pop_front();
}

std::vector<std::shared_ptr<const SyncStep>> JobTracker::stepsSince(std::size_t closed) const
{
    const std::size_t count = std::min(m_closed - std::min(closed, m_closed), m_steps.size());
    return {m_steps.end() - static_cast<std::ptrdiff_t>(count), m_steps.end()};
}

JobCompleteness JobTracker::completeness(std::size_t allocated) const
{
    JobCompleteness found;
    std::vector<bool> isSeen(m_lanes.size(), m_steps.empty());
    const std::size_t judged = std::min(m_times.recentCount(), m_steps.size());
    for (auto at = m_steps.end() - static_cast<std::ptrdiff_t>(judged); at != m_steps.end(); ++at) {
        const SyncStep& step = **at;
        found.collectives += step.collectives;
        found.partial += step.partialCollectives;
        for (std::size_t lane = 0; lane < step.wait.size(); ++lane)
            isSeen[lane] = isSeen[lane] || !std::isnan(step.wait[lane]);
    }
    std::vector<bool> isRankSeen; // by rank, up to the highest
    for (std::size_t lane = 0; lane < m_lanes.size(); ++lane) {
        const std::uint32_t rank = m_ranks[lane];
        if (rank > highestRank)
            continue;
        isRankSeen.resize(std::max<std::size_t>(isRankSeen.size(), rank + 1), false);
        isRankSeen[rank] = isRankSeen[rank] || isSeen[lane];
    }
    for (std::uint32_t rank = 0; rank < isRankSeen.size(); ++rank) {
        if (!isRankSeen[rank])
            found.missing.push_back(rank);
    }
    found.ranks = isRankSeen.size() - found.missing.size();
    found.expected = std::max(isRankSeen.size(), std::min<std::size_t>(allocated, highestRank + 1));
    return found;
}

std::shared_ptr<JobSync> JobTracker::snapshot(const NameOf& nameOf, std::size_t allocated) const
{
    auto sync = std::make_shared<JobSync>();
    sync->job = m_job;
    sync->lanes = m_lanes;
    sync->ranks = m_ranks;
    sync->steps.assign(m_steps.begin(), m_steps.end());
    sync->culprits = m_culprits.rows();
    sync->classes = m_times.ever();
    addRecent(*sync);
    sync->verdicts.assign(m_verdicts.steps().begin(), m_verdicts.steps().end());
    for (std::uint32_t lane = 0; lane < m_lanes.size(); ++lane)
        sync->drifts.push_back(m_culprits.driftOf({CulpritKind::Lane, lane}).value_or(DriftEstimate{}));
    sync->driftCurve = m_culprits.driftCurve().points();
    sync->missing = missing();
    sync->stuck = stuck();
    const auto named = [&nameOf](std::uint32_t number) {
        return nameOf ? nameOf(number) : std::to_string(number);
    };
    sync->name = named(m_job);
    if (auto whatIf = m_whatIf.result(named)) {
        whatIf->job = sync->name;
        sync->whatIf = std::move(whatIf);
    }
    sync->completeness = completeness(allocated);
    sync->verdict = judgeJob(*sync);
    return sync;
}

void JobTracker::addRecent(JobSync& sync) const
{
    sync.judgedSteps = m_times.recentCount();
    sync.recent = m_times.recent();
    for (const TimeSpent& spent : sync.recent) {
        sync.waitGpuSeconds += spent[static_cast<std::size_t>(TimeClass::Wait)];
        sync.gpuSeconds += std::accumulate(spent.begin(), spent.end(), 0.0);
    }
}

void JobTracker::carryOver(const SyncWindow& window, RootCauses& causes, const LostSpans& lost)
{
    m_carried.clear();
    for (std::uint32_t lane = 0; lane < window.laneCount(); ++lane) {
        const std::uint32_t end = window.laneEnd(lane);
        // Nothing is carried over for lanes with missing spans or a clock jump.
        if (lost.concern({CulpritKind::Lane, lane}) && hasFresh(window, lane))
            continue;
        const std::uint32_t from = std::max(window.laneBegin(lane), end - std::min(end, carriedEvents));
        for (std::uint32_t at = from; at < end; ++at) {
            const WindowEvent& event = window.events()[at];
            const bool matters = event.waitNs > 0;
            m_carried.push_back({event.span, event.waitNs, event.lostNs, matters ? causes.of(at) : CauseShares{}});
        }
    }
}

} // namespace lockstep
