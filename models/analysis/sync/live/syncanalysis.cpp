// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/live/syncanalysis.h"

#include "models/analysis/sync/live/syncfollower.h"
#include "models/analysis/sync/live/syncresults.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/topology/reporters.h"
#include "models/store/clusterstore.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

/// A lane that is known only from a recording is not running.
std::uint32_t jobOf(const SpanLane& lane)
{
    return lane.isReported && lane.job.isValid() ? lane.job.value : 0;
}

FollowedLane followedLane(const ClusterStore& store, const SpanLane& lane)
{
    FollowedLane followed;
    followed.entity = lane.entity;
    followed.rank = lane.rank;
    followed.job = jobOf(lane);
    followed.name = store.spans().names().name(lane.name);
    if (store.topology()->contains(lane.entity)) {
        followed.node = store.topology()->ancestor(lane.entity, EntityKind::Node);
        followed.rack = knownRackOf(*store.topology(), lane.entity);
    }
    return followed;
}

/// Covers the ticks in which new spans ended, and the two ticks before, which may have been incomplete.
void copyThrottles(const ClusterStore& store, SyncUpdate& news)
{
    constexpr TickIndex maxTicks = 32;
    const MetricId metric = store.metrics().find(metrics::gpu::throttleReasons);
    if (!metric.isValid() || news.spans.empty())
        return;
    const auto tickOf = [&store](const ArrivedSpan& arrived) {
        return tickIndexOf(TimePoint(Duration(arrived.span.endNs())), store.tickPeriod());
    };
    const auto [oldest, newest] = std::ranges::minmax_element(news.spans, {}, tickOf);
    const TickIndex first = tickOf(*oldest);
    const TickIndex last = tickOf(*newest);
    for (TickIndex tick = std::max(first - 2, last - maxTicks); tick <= last; ++tick) {
        if (const auto column = store.column(metric, tick); !column.empty())
            news.throttles.push_back({tick, {column.begin(), column.end()}});
    }
}

bool hasEnded(const ClusterStore& store)
{
    const auto isClosed = [](const SourceStatus& status) {
        return status.state == SourceState::Closed || status.state == SourceState::Recorded;
    };
    return !store.sources().empty() && std::ranges::all_of(store.sources(), isClosed);
}

} // namespace

SyncAnalysis::SyncAnalysis(SyncResults& syncResults, LearnedBaselines* baselines)
    : m_syncResults(&syncResults), m_follower(std::make_shared<SyncFollower>(baselines))
{ }

SyncAnalysis::~SyncAnalysis() = default;

Analysis::Task SyncAnalysis::take(const ClusterStore& store, const ChangeSet& changes)
{
    const SpanStore& spans = store.spans();
    const bool isComplete = changes.sources && hasEnded(store);
    if (!changes.spans && !changes.topology && !isComplete)
        return {};
    auto news = std::make_shared<SyncUpdate>();
    if (spans.generation() != m_generation) {
        m_generation = spans.generation();
        m_nextArrival = 0;
        m_laneJobs.clear();
        m_knownNames = 0;
        news->isRestart = true;
    }
    if (spans.arrivals().end() == m_nextArrival && !isComplete && !news->isRestart)
        return {};
    news->isComplete = isComplete;
    news->missedSpans = spans.arrivals().begin() > m_nextArrival ? spans.arrivals().begin() - m_nextArrival : 0;
    news->spans.reserve(spans.arrivals().end() - m_nextArrival - news->missedSpans);
    spans.arrivals().copyFrom(m_nextArrival, news->spans);
    m_nextArrival = spans.arrivals().end();
    for (std::uint32_t lane = 0; lane < m_laneJobs.size(); ++lane) {
        const std::uint32_t job = jobOf(spans.lanes()[lane]);
        if (std::exchange(m_laneJobs[lane], job) != job)
            news->passed.push_back({lane, job});
    }
    while (m_laneJobs.size() < spans.lanes().size()) {
        news->lanes.push_back(followedLane(store, spans.lanes()[m_laneJobs.size()]));
        m_laneJobs.push_back(news->lanes.back().job);
    }
    for (; m_knownNames < spans.names().size(); ++m_knownNames)
        news->names.push_back(spans.names().name(NameId{static_cast<std::uint32_t>(m_knownNames)}));
    news->tickPeriod = store.tickPeriod();
    news->topology = store.topology();
    copyThrottles(store, *news);
    if (const MetricId metric = store.metrics().find(metrics::job::allocatedGpus); metric.isValid()) {
        const std::span<const float> allocated = store.latest(metric);
        news->allocatedGpus.assign(allocated.begin(), allocated.end());
    }
    for (std::size_t kind = 0; kind < entityKindCount; ++kind)
        news->entities[kind] = store.topology()->count(static_cast<EntityKind>(kind));
    return [news, follower = m_follower, syncResults = m_syncResults] {
        SyncFindings findings = follower->follow(*news);
        Result result;
        result.derived = std::move(findings.derived);
        if (findings.snapshot) {
            result.publish = [syncResults, snapshot = std::move(findings.snapshot)] {
                if (syncResults)
                    syncResults->publish(snapshot);
            };
        }
        return result;
    };
}

} // namespace lockstep
