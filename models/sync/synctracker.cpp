// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/synctracker.h"

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
        place.job->add(span);
    }
}

std::vector<std::uint32_t> SyncTracker::closeWhole()
{
    std::vector<std::uint32_t> closed;
    for (auto& [name, job] : m_jobs) {
        if (job.closeWhole() > 0)
            closed.push_back(name);
    }
    return closed;
}

void SyncTracker::closeAll()
{
    for (auto& [name, job] : m_jobs)
        job.closeAll();
}

void SyncTracker::clear()
{
    m_places.clear();
    m_jobs.clear();
}

} // namespace lockstep
