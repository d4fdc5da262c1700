// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/live/syncfollower.h"

#include "models/analysis/sync/live/verdictcause.h"

#include <bit>
#include <utility>

namespace lockstep {

namespace {

SyncSpan syncSpanOf(const ArrivedSpan& arrived, const std::vector<PeerDirection>& directions)
{
    const StoredSpan& span = arrived.span;
    SyncSpan sync;
    sync.startNs = span.startNs;
    sync.endNs = span.endNs();
    sync.lane = arrived.lane;
    sync.communicator = span.communicator == 0 ? SyncSpan::none : span.communicator;
    sync.sequence = span.sequence;
    sync.step = span.step;
    sync.op = span.op;
    sync.kind = span.spanKind();
    sync.direction = span.op < directions.size() ? directions[span.op] : PeerDirection::None;
    sync.sizeClass = static_cast<std::uint8_t>(std::bit_width(static_cast<std::uint64_t>(span.bytes)));
    return sync;
}

} // namespace

const std::string& SyncFollower::name(std::uint32_t id) const
{
    static const std::string unnamed;
    return id < m_names.size() ? m_names[id] : unnamed;
}

void SyncFollower::takeNames(const SyncNews& news)
{
    if (news.startsAnew)
        *this = SyncFollower();
    for (const std::string& each : news.names) {
        m_names.push_back(each);
        m_directions.push_back(peerDirectionOf(each));
    }
    for (const FollowedLane& lane : news.lanes) {
        m_lanes.push_back(lane);
        m_tracker.addLane({lane.rank, lane.job});
    }
    // A lane outlives jobs: the next one's ranks often go by the same names.
    for (const SyncNews::Passed& passed : news.passed) {
        m_lanes[passed.lane].job = passed.job;
        m_tracker.moveLane(passed.lane, {m_lanes[passed.lane].rank, passed.job});
    }
    m_missedSpans += news.missedSpans;
    for (const SyncNews::Throttles& each : news.throttles)
        m_throttles.add(each.tick, each.reasons);
}

void SyncFollower::takeSpans(const SyncNews& news, SyncFindings& findings)
{
    m_spans.clear();
    for (std::size_t at = 0; at < news.spans.size(); ++at) {
        const ArrivedSpan& arrived = news.spans[at];
        m_spans.push_back(syncSpanOf(arrived, m_directions));
        if (m_spans.back().communicator != SyncSpan::none)
            m_laneOfCommunicator.try_emplace(m_spans.back().communicator, arrived.lane);
        const bool endsBatch = at + 1 == news.spans.size() || news.spans[at + 1].batch != arrived.batch;
        if (!endsBatch)
            continue;
        m_tracker.add(m_spans);
        m_spans.clear();
        takeClosed(m_tracker.closeWhole(), news, findings);
        forgetEnded(news, findings);
    }
}

void SyncFollower::forgetEnded(const SyncNews& news, SyncFindings& findings)
{
    for (const std::uint32_t job : m_tracker.endedJobs()) {
        m_tracker.closeAll(job);
        takeClosed({job}, news, findings);
        const JobTracker& tracker = m_tracker.jobs().at(job);
        endStragglers(job, tracker, {}, findings.derived);
        endHangs(job, tracker, {}, findings.derived);
        m_tracker.forget(job);
        m_columns.forget(job);
        m_closedJobs.erase(job);
        m_jobs.erase(job);
        m_hangs.erase(job);
        m_reported.erase(job);
        m_toldSteps.erase(job);
        m_isJobGone = true;
    }
}

void SyncFollower::takeClosed(const std::vector<std::uint32_t>& jobs, const SyncNews& news, SyncFindings& findings)
{
    for (const std::uint32_t job : jobs) {
        const JobTracker& tracker = m_tracker.jobs().at(job);
        for (const auto& step : tracker.stepsSince(m_toldSteps[job]))
            m_columns.add(job, *step, tracker.lanes(), m_lanes, news);
        m_toldSteps[job] = tracker.closedSteps();
        addStragglers(job, tracker, findings.derived);
        m_closedJobs.insert(job);
    }
}

void SyncFollower::take(const SyncNews& news, SyncFindings& findings)
{
    takeNames(news);
    takeSpans(news, findings);
    if (news.isComplete)
        takeClosed(m_tracker.closeAll(), news, findings);
}

SyncFindings SyncFollower::follow(const SyncNews& news)
{
    SyncFindings findings;
    take(news, findings);
    m_columns.drain(findings.derived);
    bool isNews = news.startsAnew || std::exchange(m_isJobGone, false);
    for (const auto& [job, tracker] : m_tracker.jobs()) {
        if (!m_closedJobs.contains(job) && hangOf(tracker) == m_hangs[job])
            continue;
        isNews = true;
        auto sync = tracker.snapshot([this](std::uint32_t id) { return name(id); });
        if (news.topology)
            addCause(*sync, m_lanes, m_throttles, *news.topology, news.tickPeriod);
        addHangs(*sync, tracker.newestNs(), findings.derived);
        m_jobs[job] = std::move(sync);
    }
    m_closedJobs.clear();
    if (isNews)
        findings.snapshot = makeSnapshot();
    return findings;
}

std::shared_ptr<const SyncSnapshot> SyncFollower::makeSnapshot() const
{
    auto snapshot = std::make_shared<SyncSnapshot>();
    snapshot->missedSpans = m_missedSpans;
    snapshot->places.resize(m_lanes.size(), {Span::noRank, 0});
    for (const auto& [name, job] : m_jobs) {
        const auto index = static_cast<std::uint32_t>(snapshot->jobs.size());
        for (std::uint32_t own = 0; own < job->lanes.size(); ++own) {
            if (m_lanes[job->lanes[own]].job == name)
                snapshot->places[job->lanes[own]] = {index, own};
        }
        snapshot->jobs.push_back(job);
    }
    return snapshot;
}

} // namespace lockstep
