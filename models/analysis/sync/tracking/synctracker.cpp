// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/tracking/synctracker.h"

#include <algorithm>
#include <limits>

namespace lockstep {

namespace {

/// A job without lanes ends when the others have progressed by this much.
constexpr std::int64_t jobEndDelayNs = 10'000'000'000;

} // namespace

SyncTracker::Place SyncTracker::placeIn(SyncLane job, std::uint32_t lane)
{
    ++m_laneCounts[job.job];
    m_abandoned.erase(job.job);
    if (const auto former = m_former.find({job.job, lane}); former != m_former.end())
        return former->second;
    JobTracker& tracker = m_jobs.try_emplace(job.job, job.job).first->second;
    return {&tracker, tracker.addLane(lane, job.rank)};
}

void SyncTracker::addLane(SyncLane lane)
{
    m_places.push_back(placeIn(lane, static_cast<std::uint32_t>(m_places.size())));
}

void SyncTracker::moveLane(std::uint32_t lane, SyncLane to)
{
    if (lane >= m_places.size() || m_places[lane].job->number() == to.job)
        return;
    const std::uint32_t from = m_places[lane].job->number();
    if (--m_laneCounts[from] == 0)
        m_abandoned.insert(from);
    m_former[{from, lane}] = m_places[lane];
    m_places[lane] = placeIn(to, lane);
}

std::vector<std::uint32_t> SyncTracker::endedJobs() const
{
    std::vector<std::uint32_t> ended;
    for (const std::uint32_t job : m_abandoned) {
        if (m_newestNs - m_jobs.at(job).newestNs() > jobEndDelayNs)
            ended.push_back(job);
    }
    return ended;
}

void SyncTracker::forget(std::uint32_t job)
{
    std::erase_if(m_touched, [job](const JobTracker* each) { return each->number() == job; });
    m_former.erase(m_former.lower_bound({job, 0}),
                   m_former.upper_bound({job, std::numeric_limits<std::uint32_t>::max()}));
    m_laneCounts.erase(job);
    m_abandoned.erase(job);
    m_jobs.erase(job);
}

void SyncTracker::add(std::span<const SyncSpan> spans)
{
    for (SyncSpan span : spans) {
        if (span.lane >= m_places.size() || span.endNs < span.startNs)
            continue;
        const Place& place = m_places[span.lane];
        span.lane = place.lane;
        m_newestNs = std::max(m_newestNs, span.endNs);
        if (m_touched.empty() || m_touched.back() != place.job)
            m_touched.push_back(place.job);
        place.job->add(span);
    }
}

std::vector<std::uint32_t> SyncTracker::closeWhole()
{
    std::ranges::sort(m_touched, {}, &JobTracker::number);
    m_touched.erase(std::unique(m_touched.begin(), m_touched.end()), m_touched.end());
    std::vector<std::uint32_t> closed;
    for (JobTracker* job : std::exchange(m_touched, {})) {
        if (job->closeWhole() > 0)
            closed.push_back(job->number());
    }
    return closed;
}

std::vector<std::uint32_t> SyncTracker::closeAll()
{
    std::vector<std::uint32_t> closed;
    for (auto& [number, job] : m_jobs) {
        job.closeAll();
        closed.push_back(number);
    }
    return closed;
}

} // namespace lockstep
