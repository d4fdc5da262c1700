// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/scheduler/schedulerview.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace lockstep {

std::string SchedulerView::cleanText(std::string_view text, std::size_t longest)
{
    if (text.size() > longest) {
        // Not within a letter of several bytes.
        while (longest > 0 && (static_cast<unsigned char>(text[longest]) & 0xC0U) == 0x80U)
            --longest;
        text = text.substr(0, longest);
    }
    std::string clean(text);
    std::ranges::replace_if(
        clean, [](char letter) { return static_cast<unsigned char>(letter) < ' ' || letter == '\x7F'; }, ' ');
    // Control characters above 0x7F, which have two bytes.
    for (std::size_t at = 0; at + 1 < clean.size(); ++at) {
        if (clean[at] == '\xC2' && static_cast<unsigned char>(clean[at + 1]) < 0xA0U)
            clean.replace(at, 2, " ");
    }
    return clean;
}

std::string SchedulerView::tenantNameOf(const SchedulerJob& job) const
{
    const std::string name = job.tenant.empty() ? "(no tenant)" : job.tenant;
    return m_tenants.contains(name) || m_tenants.size() < maxTenants ? name : otherTenants;
}

void SchedulerView::add(SchedulerJob job, TimePoint now)
{
    using enum SchedulerJob::State;
    job.tenant = tenantNameOf(job);
    if (job.state != Ended) {
        for (Tenant* const tenant : {&m_tenants[job.tenant], &m_all}) {
            (job.state == Running ? tenant->gpusAllocated : tenant->gpusWanted) += job.gpus;
            ++(job.state == Running ? tenant->running : tenant->pending);
        }
    }
    if (job.state == Pending && job.submitted)
        m_longestWait = std::max(m_longestWait, now - *job.submitted);
    std::size_t& count = job.state == Running ? m_running : job.state == Pending ? m_pending : m_ended;
    const std::size_t max = job.state == Running ? maxRunning : job.state == Pending ? maxPending : maxEnded;
    if (count >= max) {
        m_leftOut += job.state == Ended ? 0 : 1;
        return;
    }
    ++count;
    if (m_placements + job.placements.size() > maxPlacements)
        job.placements.clear();
    m_placements += job.placements.size();
    m_jobs.push_back(std::move(job));
}

void SchedulerView::add(SchedulerNode node)
{
    const std::uint64_t allocated = std::min(node.allocated, node.gpus);
    const std::uint64_t left = node.gpus - allocated;
    m_allocation.gpus += node.gpus;
    m_allocation.allocated += allocated;
    (node.isUnavailable ? m_allocation.unavailable : m_allocation.idle) += left;
    if (!node.isUnavailable && !node.isInUse && allocated == 0)
        m_allocation.onIdleNodes += left;
    m_allocation.nodesUnavailable += node.isUnavailable ? 1 : 0;
    if (m_nodes.size() < maxNodes)
        m_nodes.push_back(std::move(node));
    else
        ++m_leftOut;
}

void SchedulerView::add(SchedulerReservation reservation)
{
    if (m_reservations.size() < maxReservations)
        m_reservations.push_back(std::move(reservation));
}

} // namespace lockstep
