// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/synctracker.h"

#include <algorithm>
#include <utility>

namespace lockstep {

void SyncTracker::addLane(SyncLane lane)
{
    JobTracker& job = m_jobs.try_emplace(lane.job, lane.job).first->second;
    const auto number = static_cast<std::uint32_t>(m_places.size());
    m_places.push_back({&job, job.addLane(number, lane.rank)});
}

void SyncTracker::add(std::span<const SyncSpan> spans)
{
    for (SyncSpan span : spans) {
        if (span.lane >= m_places.size() || span.endNs < span.startNs)
            continue;
        const Place& place = m_places[span.lane];
        span.lane = place.lane;
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

void SyncTracker::clear()
{
    m_touched.clear();
    m_places.clear();
    m_jobs.clear();
}

} // namespace lockstep
