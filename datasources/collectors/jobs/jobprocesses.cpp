// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobs/jobprocesses.h"

#include <algorithm>

namespace lockstep {

void JobProcesses::take(const JobInbox::Post& post)
{
    if (post.process == 0)
        return;
    const std::scoped_lock lock(m_mutex);
    if (m_places.size() >= capacity && !m_places.contains(post.process))
        m_places.clear(); // existing processes post again
    Place& place = m_places[post.process];
    if (place.job != post.event.job)
        place.job = post.event.job;
    place.sender = post.sender;
    if (post.event.rank != Span::noRank)
        place.rank = post.event.rank;
}

std::optional<JobProcesses::Place> JobProcesses::of(pid_t process) const
{
    const std::scoped_lock lock(m_mutex);
    const auto known = m_places.find(process);
    return known == m_places.end() ? std::nullopt : std::optional(known->second);
}

std::optional<SenderId> JobProcesses::ownerOf(const std::string& job) const
{
    const std::scoped_lock lock(m_mutex);
    const auto known = std::ranges::find_if(m_places, [&job](const auto& each) { return each.second.job == job; });
    return known == m_places.end() ? std::nullopt : std::optional(known->second.sender);
}

} // namespace lockstep
