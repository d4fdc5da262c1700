// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobs/jobprocesses.h"

namespace lockstep {

void JobProcesses::take(const JobInbox::Post& post)
{
    if (post.process == 0)
        return;
    const std::scoped_lock lock(m_mutex);
    if (m_places.size() >= capacity && !m_places.contains(post.process))
        m_places.clear(); // process after process: those that are there post again
    Place& place = m_places[post.process];
    if (place.job != post.event.job)
        place.job = post.event.job;
    if (post.event.rank != Span::noRank)
        place.rank = post.event.rank;
}

std::optional<JobProcesses::Place> JobProcesses::of(pid_t process) const
{
    const std::scoped_lock lock(m_mutex);
    const auto known = m_places.find(process);
    return known == m_places.end() ? std::nullopt : std::optional(known->second);
}

} // namespace lockstep
