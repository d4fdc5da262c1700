// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/live/syncfollower.h"

#include "models/analysis/sync/tracking/steps/lanetimes.h"
#include "models/core/metrics/metricnames.h"

#include <deque>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {

SyncSpan syncSpanOf(const ArrivedSpan& arrived, const std::vector<PeerDirection>& directions,
                    const std::vector<RankMarker>& rankMarkers)
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
    if (sync.kind == SpanKind::Marker && span.op < rankMarkers.size())
        sync.rankMarker = rankMarkers[span.op];
    sync.sizeClass = static_cast<std::uint8_t>(std::bit_width(static_cast<std::uint64_t>(span.bytes)));
    return sync;
}

/// Allocations of a scheduler, requests of a service and transfers between its pools are not work of a rank.
bool reportsOfRanks(const FollowedLane& lane)
{
    return lane.rank != Span::noRank;
}

const char* hangWords(bool isHang)
{
    return isHang ? "hangs" : "has an unusually long wait";
}

Severity severityOf(bool isHang)
{
    return isHang ? Severity::Critical : Severity::Warning;
}

const char* processWords(RankMarker process)
{
    if (process == RankMarker::ProcessStopped)
        return ": its process is stopped or has ended";
    return process == RankMarker::ProcessIdle ? ": its process is idle" : "";
}

/// Limit of individually reported missing ranks, because more at once have one cause.
constexpr std::size_t maxReported = 8;
/// Number of steps per job whose bytes are kept until the step is complete.
constexpr std::size_t maxOpenSteps = 64;
/// Operation of a restart in which ranks read the checkpoint; resources/manual/jobevents.md.
constexpr std::string_view restoreOp = "restore";

} // namespace

void ClusterColumns::put(TickIndex tick, Derived& derived) const
{
    constexpr std::array<std::string_view, metricCount> names{metrics::cluster::goodput, metrics::cluster::gpusReserved,
                                                              metrics::cluster::gpusDelivering,
                                                              metrics::cluster::waitShare};
    for (std::size_t at = 0; at < metricCount; ++at)
        derived.addColumn(names[at], tick, 1).front() = m_values[at];
}

void ClusterColumns::add(const SyncSnapshot& snapshot, TimePoint now, TickIndex tick, Derived& derived)
{
    const GpuTime time = gpuTimeOf(snapshot.recentTime(now));
    const Goodput goodput = goodputOf(time);
    if (std::isnan(goodput.ratio)) {
        m_last = -1;
        return;
    }
    if (m_last >= 0 && tick > m_last && tick - m_last <= maxHoldTicks) {
        for (TickIndex held = m_last + 1; held < tick; ++held)
            put(held, derived);
    }
    const auto ranks = static_cast<double>(snapshot.rankCount(now));
    m_values = {static_cast<float>(goodput.ratio), static_cast<float>(ranks), static_cast<float>(ranks * goodput.ratio),
                static_cast<float>(time.wait / time.reserved)};
    m_last = tick;
    put(tick, derived);
}

const std::string& SyncFollower::name(std::uint32_t id) const
{
    static const std::string unnamed;
    return id < m_names.size() ? m_names[id] : unnamed;
}

void SyncFollower::takeNames(const SyncUpdate& news)
{
    if (news.isRestart)
        *this = SyncFollower(m_baselines);
    for (const std::string& each : news.names) {
        m_names.push_back(each);
        m_directions.push_back(peerDirectionOf(each));
        m_rankMarkers.push_back(rankMarkerOf(each));
    }
    for (const FollowedLane& lane : news.lanes) {
        m_lanes.push_back(lane);
        if (!reportsOfRanks(lane))
            m_lanes.back().job = 0;
        m_tracker.addLane({lane.rank, m_lanes.back().job});
    }
    // A lane outlives jobs, because ranks of the next job often have the same names.
    for (const SyncUpdate::Passed& passed : news.passed) {
        if (!reportsOfRanks(m_lanes[passed.lane]))
            continue;
        m_lanes[passed.lane].job = passed.job;
        m_tracker.moveLane(passed.lane, {m_lanes[passed.lane].rank, passed.job});
    }
    m_missedSpans += news.missedSpans;
    for (const SyncUpdate::Throttles& each : news.throttles)
        m_throttles.add(each.tick, each.reasons);
}

void SyncFollower::takeSpan(const ArrivedSpan& arrived, SyncFindings& findings)
{
    m_spans.push_back(syncSpanOf(arrived, m_directions, m_rankMarkers));
    if (m_spans.back().communicator != SyncSpan::none) {
        // Represents the communicator by its first rank, in any order of arrival.
        std::uint32_t& lane = m_laneOfCommunicator.try_emplace(m_spans.back().communicator, arrived.lane).first->second;
        lane = std::min(lane, arrived.lane, [this](std::uint32_t a, std::uint32_t b) { return isBefore(a, b); });
    }
    watchJob(m_lanes[arrived.lane].job, m_spans.back(), findings.derived);
    noteBytes(arrived);
}

void SyncFollower::takeSpans(const SyncUpdate& news, SyncFindings& findings)
{
    m_spans.clear();
    for (std::size_t at = 0; at < news.spans.size(); ++at) {
        const ArrivedSpan& arrived = news.spans[at];
        if (reportsOfRanks(m_lanes[arrived.lane]))
            takeSpan(arrived, findings);
        const bool endsBatch = at + 1 == news.spans.size() || news.spans[at + 1].batch != arrived.batch;
        if (!endsBatch)
            continue;
        m_tracker.add(m_spans);
        m_spans.clear();
        takeClosed(m_tracker.closeWhole(), news, findings);
        forgetEnded(news, findings);
    }
}

void SyncFollower::watchJob(std::uint32_t job, const SyncSpan& span, Derived& derived)
{
    const TimePoint now{Duration(span.endNs)};
    m_watch.add(job, span);
    if (span.kind == SpanKind::Restart && name(span.op) != restoreOp) {
        if (const auto news = m_restarts.restart(job, span.startNs, span.endNs))
            reportJob(job, codes::jobRestarts, now, Severity::Warning, news->text, derived);
    } else if (span.kind == SpanKind::Step) {
        if (const auto news = m_restarts.goOn(job, span.endNs))
            reportJob(job, codes::jobRestarts, now, std::nullopt, news->text, derived);
    }
}

void SyncFollower::noteRestore(std::uint32_t job, const StoredSpan& span)
{
    constexpr std::int64_t sameNs = 60'000'000'000;
    const auto [known, isNew] = m_restores.try_emplace(job, Restore{span.startNs, span.endNs(), 0});
    Restore& restore = known->second;
    if (!isNew && span.startNs > restore.endNs + sameNs)
        restore = {span.startNs, span.endNs(), 0};
    restore.beginNs = std::min(restore.beginNs, span.startNs);
    restore.endNs = std::max(restore.endNs, span.endNs());
    restore.bytes += static_cast<double>(span.bytes);
}

void SyncFollower::noteBytes(const ArrivedSpan& arrived)
{
    const std::uint32_t job = m_lanes[arrived.lane].job;
    if (job != 0 && arrived.span.spanKind() == SpanKind::Restart && name(arrived.span.op) == restoreOp)
        noteRestore(job, arrived.span);
    if (job == 0 || arrived.span.spanKind() != SpanKind::Collective || !(arrived.span.bytes > 0))
        return;
    Bytes& bytes = m_bytes[job];
    bytes[arrived.span.step] += static_cast<double>(arrived.span.bytes);
    if (bytes.size() > maxOpenSteps)
        bytes.erase(bytes.begin());
}

EntityRef SyncFollower::jobEntity(std::uint32_t job, const SyncUpdate& news)
{
    EntityRef& entity = m_jobEntities[job];
    if (!entity.isValid() && news.topology && !name(job).empty())
        entity = news.topology->find(EntityKind::Job, {}, name(job));
    return entity;
}

std::size_t SyncFollower::allocatedTo(std::uint32_t job, const SyncUpdate& news)
{
    const EntityRef entity = jobEntity(job, news);
    const bool isKnown = entity.isValid() && entity.index < news.allocatedGpus.size();
    const float gpus = isKnown ? news.allocatedGpus[entity.index] : 0;
    return gpus > 0 && gpus < 1e9F ? static_cast<std::size_t>(gpus) : 0;
}

void SyncFollower::reportStep(std::uint32_t job, const SyncStep& step, const SyncUpdate& news)
{
    const std::size_t jobs = news.entities[static_cast<std::size_t>(EntityKind::Job)];
    JobFigures figures;
    if (const JobWatch::Checkpoint* checkpoint = m_watch.lastCheckpoint(job)) {
        figures.checkpointSeconds = checkpoint->seconds;
        figures.checkpointIntervalSeconds = checkpoint->intervalSeconds.value_or(figures.checkpointIntervalSeconds);
    }
    if (const auto known = m_restores.find(job); known != m_restores.end()) {
        const Restore& restore = known->second;
        figures.restoreSeconds = static_cast<double>(restore.endNs - restore.beginNs) * 1e-9;
        if (restore.bytes > 0 && figures.restoreSeconds > 0)
            figures.restoreBandwidth = restore.bytes / figures.restoreSeconds;
    }
    Bytes& bytes = m_bytes[job];
    if (const auto ofStep = bytes.find(step.step); ofStep != bytes.end()) {
        figures.bytes = ofStep->second;
        bytes.erase(bytes.begin(), std::next(ofStep));
    }
    m_jobColumns.add(jobs > 0 ? jobEntity(job, news) : EntityRef{}, step, figures, news.tickPeriod, jobs);
}

void SyncFollower::reportJob(std::uint32_t job, const char* code, TimePoint time, std::optional<Severity> severity,
                             const std::string& text, Derived& derived) const
{
    const auto tracker = m_tracker.jobs().find(job);
    if (tracker == m_tracker.jobs().end() || tracker->second.lanes().empty())
        return;
    derived.events.push_back({m_lanes[firstRankOf(tracker->second)].node,
                              {time,
                               severity.value_or(Severity::Information),
                               0,
                               code,
                               fmt::format("{}: {}", name(job), text),
                               {.job = name(job)}}});
}

void SyncFollower::forgetEnded(const SyncUpdate& news, SyncFindings& findings)
{
    for (const std::uint32_t job : m_tracker.endedJobs()) {
        m_tracker.closeAll(job);
        takeClosed({job}, news, findings);
        const JobTracker& tracker = m_tracker.jobs().at(job);
        endStragglers(job, tracker, {}, findings.derived);
        endHangs(job, tracker, {}, findings.derived);
        m_watch.forget(job, TimePoint(Duration(tracker.newestNs())), name(job), findings.derived);
        m_jitter.forget(job, TimePoint(Duration(tracker.newestNs())), name(job), findings.derived);
        m_tracker.forget(job);
        m_columns.forget(job);
        m_closedJobs.erase(job);
        m_jobs.erase(job);
        m_hangs.erase(job);
        m_reported.erase(job);
        m_reportedSteps.erase(job);
        m_restarts.forget(job);
        m_bytes.erase(job);
        m_restores.erase(job);
        m_isJobGone = true;
    }
}

void SyncFollower::keepPace(std::uint32_t job, std::uint32_t step, TimePoint time, const SyncUpdate& news,
                            Derived& derived)
{
    const EntityRef entity = jobEntity(job, news);
    if (m_baselines == nullptr || !entity.isValid() || !news.topology)
        return;
    m_usual.follow(
        *news.topology, entity, time, derived,
        [&](std::span<const float> values) { return m_watch.restore(job, step, values); },
        [&] { return m_watch.values(job); }, [&] { return m_watch.ranges(job); });
    const auto nameOfOp = [this](std::uint32_t id) {
        return name(id);
    };
    m_baselineJitter.follow(
        *news.topology, entity, time, derived,
        [&](std::span<const float> values) { return m_jitter.restore(job, values); },
        [&] { return m_jitter.values(job, nameOfOp); }, [&] { return m_jitter.ranges(job, nameOfOp); });
}

std::vector<GroupPlaces> SyncFollower::placesOf(const JobTracker& tracker, const StepTransfers& transfers,
                                                std::span<const std::uint32_t> communicators) const
{
    std::vector<GroupPlaces> groups;
    for (const std::uint32_t communicator : communicators) {
        GroupPlaces& group = groups.emplace_back();
        for (const SyncWindow::Member& member :
             std::ranges::equal_range(transfers.members, communicator, {}, &SyncWindow::Member::communicator))
            group.push_back(m_lanes[tracker.lanes()[member.lane]].entity);
    }
    return groups;
}

void SyncFollower::watchJitter(std::uint32_t job, const SyncStep& step, const StepTransfers& transfers,
                               const SyncUpdate& news, Derived& derived)
{
    const JobTracker& tracker = m_tracker.jobs().at(job);
    const JitterWatch::Job about{name(job), m_lanes[firstRankOf(tracker)].node, TimePoint(Duration(tracker.newestNs())),
                                 step.seconds};
    m_jitter.step(
        job, transfers, about, [this](std::uint32_t id) { return name(id); },
        [&](std::span<const std::uint32_t> affected, std::span<const std::uint32_t> others) {
            return news.topology ? sharedSwitchText(*news.topology, placesOf(tracker, transfers, affected),
                                                    placesOf(tracker, transfers, others))
                                 : std::string();
        },
        derived);
}

void SyncFollower::takeClosed(const std::vector<std::uint32_t>& jobs, const SyncUpdate& news, SyncFindings& findings)
{
    for (const std::uint32_t job : jobs) {
        const JobTracker& tracker = m_tracker.jobs().at(job);
        const std::deque<StepTransfers> transfers = m_tracker.takeTransfers(job);
        for (const auto& step : tracker.stepsSince(m_reportedSteps[job])) {
            m_columns.add(job, *step, tracker.lanes(), m_lanes, news);
            const double seconds = std::chrono::duration<double>(step->range.length()).count();
            const TimePoint now{Duration(tracker.newestNs())};
            keepPace(job, step->step, now, news, findings.derived);
            m_watch.closeStep(
                job, {step->step, step->waitGpuSeconds, seconds * static_cast<double>(tracker.lanes().size()), now},
                {name(job), m_lanes[firstRankOf(tracker)].node}, findings.derived);
            const auto its = std::ranges::find_if(
                transfers, [&](const StepTransfers& each) { return each.step == step->step && each.run == step->run; });
            if (its != transfers.end())
                watchJitter(job, *step, *its, news, findings.derived);
            reportStep(job, *step, news);
        }
        m_reportedSteps[job] = tracker.closedSteps();
        addStragglers(job, tracker, news, findings.derived);
        m_closedJobs.insert(job);
    }
}

void SyncFollower::take(const SyncUpdate& news, SyncFindings& findings)
{
    takeNames(news);
    takeSpans(news, findings);
    if (news.isComplete)
        takeClosed(m_tracker.closeAll(), news, findings);
}

SyncFindings SyncFollower::follow(const SyncUpdate& news)
{
    SyncFindings findings;
    take(news, findings);
    m_columns.drain(findings.derived);
    m_jobColumns.drain(findings.derived);
    bool isNews = news.isRestart || std::exchange(m_isJobGone, false);
    for (const auto& [job, tracker] : m_tracker.jobs()) {
        if (!m_closedJobs.contains(job) && hangOf(tracker) == m_hangs[job])
            continue;
        isNews = true;
        auto sync = tracker.snapshot([this](std::uint32_t id) { return name(id); }, allocatedTo(job, news));
        if (news.topology)
            addCause(*sync, m_lanes, m_throttles, *news.topology, news.tickPeriod);
        addHangs(*sync, tracker.newestNs(), findings.derived);
        m_jobs[job] = std::move(sync);
    }
    m_closedJobs.clear();
    if (isNews) {
        findings.snapshot = makeSnapshot();
        TimePoint newest{};
        for (const auto& [job, tracker] : m_tracker.jobs())
            newest = std::max(newest, TimePoint(Duration(tracker.newestNs())));
        if (newest > TimePoint{} && news.tickPeriod > Duration::zero()
            && news.entities[static_cast<std::size_t>(EntityKind::Cluster)] > 0)
            m_clusterColumns.add(*findings.snapshot, newest, tickIndexOf(newest, news.tickPeriod), findings.derived);
    }
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

EntityRef SyncFollower::entityOf(const JobTracker& job, Culprit culprit) const
{
    if (culprit.kind == CulpritKind::Lane)
        return m_lanes[job.lanes()[culprit.index]].entity;
    if (culprit.kind == CulpritKind::Communicator) {
        if (const auto lane = m_laneOfCommunicator.find(culprit.index); lane != m_laneOfCommunicator.end())
            return m_lanes[lane->second].node;
    }
    return m_lanes[firstRankOf(job)].node;
}

std::uint32_t SyncFollower::firstRankOf(const JobTracker& job) const
{
    return *std::ranges::min_element(job.lanes(), [this](auto a, auto b) { return isBefore(a, b); });
}

bool SyncFollower::isBefore(std::uint32_t lane, std::uint32_t other) const
{
    return m_lanes[lane].rank < m_lanes[other].rank;
}

std::string SyncFollower::laneName(std::uint32_t storeLane) const
{
    const FollowedLane& lane = m_lanes[storeLane];
    return lane.name.empty() ? fmt::format("rank {}", lane.rank) : lane.name;
}

std::string SyncFollower::nameOf(const JobTracker& job, Culprit culprit) const
{
    switch (culprit.kind) {
    case CulpritKind::Lane:
        return laneName(job.lanes()[culprit.index]);
    case CulpritKind::Communicator:
        return fmt::format("the links of {}", name(culprit.index));
    case CulpritKind::Storage:
        return "writing checkpoints";
    }
    return {};
}

EventFields SyncFollower::stragglerFields(std::uint32_t job, Culprit culprit) const
{
    switch (culprit.kind) {
    case CulpritKind::Lane:
        return {.job = name(job)};
    case CulpritKind::Communicator:
        return {.job = name(job), .variant = variants::links, .subject = name(culprit.index)};
    case CulpritKind::Storage:
        return {.job = name(job), .variant = variants::checkpoint};
    }
    return {};
}

void SyncFollower::addStragglers(std::uint32_t job, const JobTracker& tracker, const SyncUpdate& news, Derived& derived)
{
    auto& reported = m_reported[job];
    Stragglers now;
    for (const CulpritRow& row : tracker.culprits().rows()) {
        const auto before = reported.find(row.culprit);
        const bool isKnown = before != reported.end() && before->second == row.pattern;
        if (isKnown || tracker.culprits().isPersistentStraggler(row))
            now[row.culprit] = row.pattern;
        if (isKnown || !tracker.culprits().isPersistentStraggler(row))
            continue;
        const TimePoint time{Duration(tracker.newestNs())};
        const std::string cost = fmt::format("{:.1f} % of the GPU time of the last {} steps", row.share * 100,
                                             tracker.culprits().judgedStepCount());
        std::string text = row.pattern == StragglerPattern::Drift
            ? fmt::format("{}: {} is slowing down: {}", name(job), nameOf(tracker, row.culprit), row.evidence)
            : fmt::format("{}: {} {} the other ranks in {}\n{} lost", name(job), nameOf(tracker, row.culprit),
                          row.culprit.kind == CulpritKind::Communicator ? "delay" : "delays", row.evidence, cost);
        if (const JobCompleteness seen = tracker.completeness(allocatedTo(job, news)); !seen.hasAllRanks())
            text += fmt::format("\n{} of {} ranks seen", seen.ranks, seen.expected);
        derived.events.push_back(
            {entityOf(tracker, row.culprit),
             {time, Severity::Warning, 0, codes::syncStraggler, text, stragglerFields(job, row.culprit)}});
    }
    endStragglers(job, tracker, now, derived);
    reported = std::move(now);
}

void SyncFollower::endStragglers(std::uint32_t job, const JobTracker& tracker, const Stragglers& still,
                                 Derived& derived)
{
    for (const auto& [culprit, pattern] : m_reported[job]) {
        if (still.contains(culprit))
            continue;
        derived.events.push_back(
            {entityOf(tracker, culprit),
             {TimePoint(Duration(tracker.newestNs())), Severity::Information, 0, codes::syncStraggler,
              culprit.kind == CulpritKind::Communicator
                  ? fmt::format("{}: {} no longer delay the other ranks", name(job), nameOf(tracker, culprit))
                  : fmt::format("{}: {} no longer delays the other ranks", name(job), nameOf(tracker, culprit)),
              stragglerFields(job, culprit)}});
    }
}

SyncFollower::Hang SyncFollower::hangOf(const JobTracker& tracker)
{
    Hang hang;
    for (const MissingRank& rank : tracker.missing())
        hang.missing[rank.lane] = rank.isHang;
    for (const StuckCollective& collective : tracker.stuck())
        hang.stuck[collective.communicator] = collective.isHang;
    return hang;
}

void SyncFollower::addHangs(const JobSync& job, std::int64_t nowNs, Derived& derived)
{
    Hang& known = m_hangs[job.job];
    addMissing(job, known, nowNs, derived);
    addStuck(job, known, nowNs, derived);
    const JobTracker& tracker = m_tracker.jobs().at(job.job);
    endHangs(job.job, tracker, hangOf(tracker), derived);
    known = hangOf(tracker);
}

void SyncFollower::endHangs(std::uint32_t job, const JobTracker& tracker, const Hang& still, Derived& derived)
{
    const auto end = [&](EntityRef entity, const std::string& text) {
        const TimePoint time{Duration(tracker.newestNs())};
        derived.events.push_back({entity, {time, Severity::Information, 0, codes::syncHang, text, {.job = name(job)}}});
    };
    for (const auto& [lane, isHang] : m_hangs[job].missing) {
        if (!still.missing.contains(lane))
            end(m_lanes[tracker.lanes()[lane]].entity,
                fmt::format("{}: {} participates again", name(job), laneName(tracker.lanes()[lane])));
    }
    for (const auto& [communicator, isHang] : m_hangs[job].stuck) {
        if (!still.stuck.contains(communicator))
            end(entityOf(tracker, {CulpritKind::Communicator, communicator}),
                fmt::format("{}: {} continues", name(job), name(communicator)));
    }
}

bool SyncFollower::admitReport(EntityRef node, std::int64_t nowNs, Derived& derived)
{
    constexpr std::int64_t lately = 60'000'000'000;
    constexpr std::size_t maxOfNode = 2 * maxReported;
    Reported& reported = m_reportedOfNode[node.index];
    if (reported.count == 0 || nowNs < reported.sinceNs || nowNs - reported.sinceNs > lately)
        reported = {nowNs, 0};
    if (++reported.count == maxOfNode + 1)
        derived.events.push_back(
            {node,
             {TimePoint(Duration(nowNs)), Severity::Warning, 0, codes::syncHangsUnreported,
              "too many hangs to report individually\nno further hangs are reported for one minute"}});
    return reported.count <= maxOfNode;
}

void SyncFollower::addMissing(const JobSync& job, const Hang& known, std::int64_t nowNs, Derived& derived)
{
    std::size_t reported = 0;
    for (const MissingRank& rank : job.missing) {
        const bool isKnown = Hang::isReported(known.missing, rank.lane, rank.isHang);
        if (++reported > maxReported || isKnown || !admitReport(m_lanes[job.lanes[rank.lane]].node, nowNs, derived))
            continue;
        const std::string text = fmt::format(
            "{} {}: {} in {} #{} for {}{}{}", name(job.job), hangWords(rank.isHang),
            rank.waiting == 1 ? std::string("1 rank waits") : fmt::format("{} ranks wait", rank.waiting),
            name(rank.communicator), rank.sequence, laneName(job.lanes[rank.lane]), processWords(rank.process),
            reported == maxReported && job.missing.size() > maxReported
                ? fmt::format("\n{} more are missing", job.missing.size() - maxReported)
                : "");
        derived.events.push_back({m_lanes[job.lanes[rank.lane]].entity,
                                  {TimePoint(Duration(nowNs)),
                                   severityOf(rank.isHang),
                                   0,
                                   codes::syncHang,
                                   text,
                                   {.job = name(job.job), .variant = rank.isHang ? variants::hang : ""}}});
    }
}

void SyncFollower::addStuck(const JobSync& job, const Hang& known, std::int64_t nowNs, Derived& derived)
{
    std::size_t reported = 0;
    for (const StuckCollective& collective : job.stuck) {
        const bool isKnown = Hang::isReported(known.stuck, collective.communicator, collective.isHang);
        const EntityRef entity
            = entityOf(m_tracker.jobs().at(job.job), {CulpritKind::Communicator, collective.communicator});
        if (++reported > maxReported || isKnown || !admitReport(entity, nowNs, derived))
            continue;
        const std::string text = fmt::format(
            "{} {}: all {} ranks of {} have entered collective #{}, but it does not complete: check their links",
            name(job.job), hangWords(collective.isHang), collective.waiting, name(collective.communicator),
            collective.sequence);
        derived.events.push_back({entity,
                                  {TimePoint(Duration(nowNs)),
                                   severityOf(collective.isHang),
                                   0,
                                   codes::syncHang,
                                   text,
                                   {.job = name(job.job), .variant = collective.isHang ? variants::hang : ""}}});
    }
}

} // namespace lockstep
