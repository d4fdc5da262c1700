// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/divergenceanalysis.h"

#include "models/store/spans/spanstore.h"

#include <map>
#include <utility>

namespace lockstep {

namespace {

std::vector<DivergenceWatch::Job> jobsByLanes(const SpanStore& spans)
{
    std::map<NameId, std::vector<EntityRef>> gpus;
    for (const SpanLane& lane : spans.lanes()) {
        if (lane.entity.kind == EntityKind::Gpu && lane.rank != Span::noRank && lane.job.isValid())
            gpus[lane.job].push_back(lane.entity);
    }
    std::vector<DivergenceWatch::Job> jobs;
    for (auto& [job, its] : gpus) {
        std::ranges::sort(its);
        const auto twice = std::ranges::unique(its);
        its.erase(twice.begin(), twice.end());
        jobs.push_back({spans.names().name(job), std::move(its)});
    }
    return jobs;
}

} // namespace

Analysis::Task DivergenceAnalysis::take(const ClusterStore& store, const ChangeSet& changes)
{
    if (changes.ticks.isEmpty() || !store.topology() || !store.metrics().find(metrics::gpu::trainStep).isValid())
        return {};
    const SpanStore& spans = store.spans();
    if (!m_jobs || m_lanes != spans.lanes().size() || m_lanesOf != spans.generation()) {
        m_lanes = spans.lanes().size();
        m_lanesOf = spans.generation();
        m_jobs = std::make_shared<const Jobs>(jobsByLanes(spans));
    }
    const TickRange ticks
        = m_ticks.take(store, DivergenceWatch::watched.size() * store.topology()->count(EntityKind::Gpu));
    if (ticks.isEmpty() || m_jobs->empty())
        return {};
    // A step is reported once and not repeated in later ticks.
    auto read = std::make_shared<std::vector<WatchedTick>>();
    for (TickIndex tick = ticks.from; tick < ticks.to; ++tick) {
        WatchedTick& now = read->emplace_back();
        now.tick = tick;
        now.time = timeOfTick(tick, store.tickPeriod());
        now.topology = store.topology();
        for (const auto metric : DivergenceWatch::watched)
            now.columns.push_back(copyOfColumn(store, metric, tick));
    }
    return [this, read, jobs = m_jobs, hasMore = m_ticks.hasMore()] {
        Result result;
        result.hasMore = hasMore;
        for (const WatchedTick& now : *read) {
            if (now.tick <= m_lastTick)
                m_watch = DivergenceWatch(); // time has restarted
            m_lastTick = now.tick;
            m_watch.step(now, *jobs, result.derived);
        }
        return result;
    };
}

} // namespace lockstep
