// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/jobs/recovery.h"

#include <algorithm>

namespace lockstep::sim {

void Recovery::suspect(std::uint32_t node, double now)
{
    std::erase(m_spares, node);
    if (std::ranges::find(m_suspects, node, &Suspect::node) == m_suspects.end())
        m_suspects.push_back({node, now + m_spec.repairSeconds});
}

void Recovery::crash(TrainingJob& job, double now)
{
    if (job.state() == TrainingJob::State::Running)
        restart(job, now);
}

void Recovery::restart(TrainingJob& job, double now)
{
    double wait = m_spec.restartSeconds;
    for (const Suspect& suspect : m_suspects) {
        if (!job.runsOn(suspect.node))
            continue;
        if (m_spares.empty()) {
            wait = std::max(wait, suspect.until - now); // nothing to swap in: the job waits for the repair
        } else {
            job.replaceNode(suspect.node, m_spares.back());
            m_spares.pop_back();
        }
    }
    const double lost = job.abort(now, wait);
    if (!m_truth.failures.empty() && m_truth.failures.back().lostSeconds <= 0)
        m_truth.failures.back().lostSeconds = lost;
}

void Recovery::tick(double to, std::vector<std::unique_ptr<TrainingJob>>& jobs)
{
    m_repaired.clear();
    for (const Suspect& suspect : m_suspects) {
        if (suspect.until <= to)
            m_repaired.push_back(suspect.node);
    }
    std::erase_if(m_suspects, [to](const Suspect& suspect) { return suspect.until <= to; });
    for (const std::uint32_t node : m_repaired) {
        const bool isUsed = std::ranges::any_of(jobs, [node](const auto& job) { return job->runsOn(node); });
        if (!isUsed)
            m_spares.push_back(node);
    }
    for (const auto& job : jobs) {
        if (job->hungSince() && to - *job->hungSince() >= m_spec.collectiveTimeoutSeconds)
            restart(*job, to);
    }
}

} // namespace lockstep::sim
