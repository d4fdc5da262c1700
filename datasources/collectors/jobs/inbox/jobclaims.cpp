// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobs/inbox/jobclaims.h"

#include <fmt/format.h>

namespace lockstep {

namespace {

std::string laneKey(const JobEvent& event)
{
    return event.gpu ? fmt::format("lane {} {}", *event.gpu, event.lane) : "lane - " + event.lane;
}

std::string jobWords(const JobEvent& event)
{
    return event.job.empty() ? "what names no \"job\"" : fmt::format("job \"{}\"", event.job);
}

} // namespace

const JobClaims::Claim* JobClaims::claimOf(const std::string& key, Time now) const
{
    const auto found = m_claims.find(key);
    if (found == m_claims.end())
        return nullptr;
    const Claim& claim = found->second;
    const auto silent = now - claim.last;
    const bool lives
        = silent <= afterItsEnd || (silent <= longestSilence && claim.process > 0 && m_lives(claim.process));
    return lives ? &claim : nullptr;
}

void JobClaims::take(const std::string& key, const Claim& claim)
{
    Claim& kept = m_claims[key];
    const bool isNew = kept.last == Time{};
    if (!isNew && kept.owner != claim.owner)
        --m_counts[kept.owner];
    if (isNew || kept.owner != claim.owner)
        ++m_counts[claim.owner];
    kept = claim;
}

void JobClaims::forgetSilent(Time now)
{
    constexpr auto sweepPeriod = std::chrono::minutes(1);
    if (now - m_lastSweep < sweepPeriod)
        return;
    m_lastSweep = now;
    std::erase_if(m_claims, [&](const auto& entry) {
        const bool isSilent = now - entry.second.last > longestSilence;
        if (isSilent)
            --m_counts[entry.second.owner];
        return isSilent;
    });
    std::erase_if(m_counts, [](const auto& entry) { return entry.second == 0; });
}

JobClaims::Answer JobClaims::ask(SenderId sender, pid_t process, const JobEvent& event, Time now)
{
    constexpr SenderId root = 0;
    if (sender == root)
        return {};
    forgetSilent(now);
    const std::string job = "job " + event.job;
    const std::string lane = laneKey(event);
    const Claim* const ofJob = claimOf(job, now);
    if (ofJob != nullptr && ofJob->owner != sender)
        return {fmt::format("{} is reported by {}", jobWords(event), senderName(ofJob->owner))};
    const Claim* const ofLane = claimOf(lane, now);
    if (ofLane != nullptr && ofLane->owner != sender)
        return {fmt::format("lane \"{}\"{} is reported by {}", event.lane,
                            event.gpu ? fmt::format(" of GPU {}", *event.gpu) : "", senderName(ofLane->owner))};
    const auto owned = m_counts.find(sender);
    const std::size_t count = owned == m_counts.end() ? 0 : owned->second;
    if ((ofJob == nullptr || ofLane == nullptr) && count >= capacity - std::min(capacity, m_claims.size() + 1))
        return {
            fmt::format("{} reports {} jobs and lanes at a time; more are not kept apart", senderName(sender), count)};
    const bool isNewJob = ofJob == nullptr;
    take(job, {sender, process, now});
    take(lane, {sender, process, now});
    return {{}, isNewJob};
}

} // namespace lockstep
