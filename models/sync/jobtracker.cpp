// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/jobtracker.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace lockstep {

namespace {

/// How long after the first lane has ended a step the others are waited for.
constexpr std::int64_t patienceNs = 3'000'000'000;
/// A job without steps is closed by time: a piece of this length, this long after it has passed.
constexpr std::int64_t pieceNs = 4'000'000'000;
constexpr std::int64_t settleNs = 2'000'000'000;
/// More spans than this in one step are no step: closed as they are, so that memory stays bounded.
constexpr std::size_t mostFresh = 4'000'000;
/// Of each lane so many events are kept for the next window: from the last collective of all to the end of the step.
constexpr std::uint32_t carriedEvents = 8;

} // namespace

JobTracker::JobTracker(std::uint32_t job) : m_job(job) { }

std::uint32_t JobTracker::addLane(std::uint32_t lane, std::uint32_t rank)
{
    m_lanes.push_back(lane);
    m_ranks.push_back(rank);
    m_classes.emplace_back();
    m_drifts.emplace_back();
    m_hangs.addLane();
    return static_cast<std::uint32_t>(m_lanes.size() - 1);
}

void JobTracker::add(const SyncSpan& span)
{
    m_newestNs = std::max(m_newestNs, span.endNs);
    m_hangs.add(span);
    if (span.kind == SpanKind::Marker)
        return;
    if (span.kind == SpanKind::Step) {
        StepMark& mark = m_marks[span.step];
        if (mark.lanes++ == 0)
            mark = {1, span.startNs, span.endNs, span.endNs};
        mark.firstStartNs = std::min(mark.firstStartNs, span.startNs);
        mark.firstEndNs = std::min(mark.firstEndNs, span.endNs);
        mark.lastEndNs = std::max(mark.lastEndNs, span.endNs);
        return;
    }
    m_oldestNs = m_fresh.empty() ? span.startNs : std::min(m_oldestNs, span.startNs);
    m_fresh.push_back(span);
}

/// The oldest step that all lanes have ended, or that was waited for long enough.
std::optional<std::uint32_t> JobTracker::wholeStep() const
{
    const auto first = std::ranges::min_element(m_marks, {}, [](const auto& mark) { return mark.second.firstEndNs; });
    if (first == m_marks.end())
        return std::nullopt;
    const StepMark& mark = first->second;
    const bool isWhole = m_activeLanes > 0 && mark.lanes >= m_activeLanes;
    if (isWhole || m_newestNs - mark.firstEndNs > patienceNs || m_fresh.size() > mostFresh)
        return first->first;
    return std::nullopt;
}

std::size_t JobTracker::closeWhole()
{
    std::size_t closed = 0;
    for (auto step = wholeStep(); step; step = wholeStep()) {
        closeStep(*step);
        ++closed;
    }
    const bool isLong = m_marks.empty() && m_newestNs - m_oldestNs > pieceNs + settleNs
        && (m_steps.empty() || m_steps.back()->step == 0);
    if (!m_fresh.empty() && (isLong || m_fresh.size() > mostFresh)) {
        closeBefore(m_newestNs - settleNs);
        ++closed;
    }
    return closed;
}

void JobTracker::closeAll()
{
    while (!m_marks.empty())
        closeStep(
            std::ranges::min_element(m_marks, {}, [](const auto& mark) { return mark.second.firstEndNs; })->first);
    if (!m_fresh.empty())
        closeBefore(std::numeric_limits<std::int64_t>::max());
}

void JobTracker::closeStep(std::uint32_t step)
{
    const StepMark mark = m_marks.at(step);
    m_marks.erase(step);
    // Also what was left over from before it: parts that came late, or a step that was given up.
    const auto kept = std::stable_partition(m_fresh.begin(), m_fresh.end(), [&](const SyncSpan& span) {
        return !(span.step <= step && span.startNs < mark.lastEndNs) && span.endNs > mark.firstStartNs;
    });
    std::vector<SyncSpan> fresh(kept, m_fresh.end());
    m_fresh.erase(kept, m_fresh.end());
    close(std::move(fresh), step);
}

void JobTracker::closeBefore(std::int64_t timeNs)
{
    const auto kept = std::stable_partition(m_fresh.begin(), m_fresh.end(),
                                            [&](const SyncSpan& span) { return span.endNs > timeNs; });
    std::vector<SyncSpan> fresh(kept, m_fresh.end());
    m_fresh.erase(kept, m_fresh.end());
    if (!fresh.empty())
        close(std::move(fresh), std::ranges::max(fresh, {}, &SyncSpan::step).step);
}

void JobTracker::close(std::vector<SyncSpan> fresh, std::uint32_t number)
{
    m_oldestNs = m_fresh.empty() ? m_newestNs : std::ranges::min(m_fresh, {}, &SyncSpan::startNs).startNs;
    if (fresh.empty())
        return;
    auto step = std::make_shared<SyncStep>();
    step->step = number;
    const std::int64_t endNs = std::ranges::max(fresh, {}, &SyncSpan::endNs).endNs;
    const std::int64_t startNs = std::ranges::min(fresh, {}, &SyncSpan::startNs).startNs;
    step->range = {TimePoint(Duration(std::max(m_closedToNs.value_or(startNs), startNs))), TimePoint(Duration(endNs))};
    m_closedToNs = endNs;

    const SyncWindow window(std::exchange(m_carried, {}), fresh, m_ranks, m_baseline);
    RootCauses causes(window);
    std::map<Culprit, double> blame;
    measure(window, causes, *step, blame);
    chargeLosses(window, *step, blame);
    measureSlowdown(window, *step);
    noteVerdicts(window, causes);
    carryOver(window, causes);
    m_activeLanes = 0;
    for (std::uint32_t lane = 0; lane < window.laneCount(); ++lane) {
        m_classes[lane].account(window, lane);
        m_activeLanes += std::isnan(step->wait[lane]) ? 0 : 1;
    }
    noteDrift(*step);
    remember(blame, *step);
    m_whatIf.add(window, m_ranks, number);
    m_steps.push_back(std::move(step));
    if (m_steps.size() > keptSteps)
        m_steps.pop_front();
}

void JobTracker::noteVerdicts(const SyncWindow& window, RootCauses& causes)
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
                                     shares.front().culprit, shares.front().share,
                                     group.isReceive ? 0 : events[group.shortest].span.lengthNs()});
            }
            // One speaks for all parts of a collective.
            if (!group.isReceive && event.waitNs > 0)
                break;
        }
    }
    std::ranges::sort(*verdicts, {}, &WaitVerdict::key);
    m_verdictCount += verdicts->size();
    m_verdicts.push_back(std::move(verdicts));
    while (m_verdicts.size() > keptSteps || (m_verdicts.size() > leastVerdicts && m_verdictCount > mostVerdicts)) {
        m_verdictCount -= m_verdicts.front()->size();
        m_verdicts.pop_front();
    }
}

void JobTracker::carryOver(const SyncWindow& window, RootCauses& causes)
{
    m_carried.clear();
    for (std::uint32_t lane = 0; lane < window.laneCount(); ++lane) {
        const std::uint32_t end = window.laneEnd(lane);
        const std::uint32_t from = std::max(window.laneBegin(lane), end - std::min(end, carriedEvents));
        for (std::uint32_t at = from; at < end; ++at) {
            const WindowEvent& event = window.events()[at];
            const bool matters = event.waitNs > 0;
            m_carried.push_back({event.span, event.waitNs, event.lostNs, matters ? causes.of(at) : CauseShares{}});
        }
    }
}

std::vector<std::shared_ptr<const SyncStep>> JobTracker::stepsSince(std::size_t closed) const
{
    const std::size_t count = std::min(m_closed - std::min(closed, m_closed), m_steps.size());
    return {m_steps.end() - static_cast<std::ptrdiff_t>(count), m_steps.end()};
}

std::shared_ptr<const JobSync> JobTracker::snapshot(const NameOf& nameOf) const
{
    auto sync = std::make_shared<JobSync>();
    sync->job = m_job;
    sync->lanes = m_lanes;
    sync->ranks = m_ranks;
    sync->steps.assign(m_steps.begin(), m_steps.end());
    sync->culprits = m_rows;
    sync->classes = m_classes;
    sync->verdicts.assign(m_verdicts.begin(), m_verdicts.end());
    for (std::uint32_t lane = 0; lane < m_lanes.size(); ++lane)
        sync->drifts.push_back(driftOf({CulpritKind::Lane, lane}).value_or(DriftEstimate{}));
    sync->driftCurve = m_driftCurve.points();
    sync->missing = missing();
    sync->stuck = stuck();
    const auto named = [&nameOf](std::uint32_t number) {
        return nameOf ? nameOf(number) : std::to_string(number);
    };
    if (auto whatIf = m_whatIf.result(named)) {
        whatIf->job = named(m_job);
        sync->whatIf = std::move(whatIf);
    }
    return sync;
}

} // namespace lockstep
