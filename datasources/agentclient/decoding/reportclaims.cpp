// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/decoding/reportclaims.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockstep {

bool Reporter::isAlive(SteadyTime now) const
{
    return isReserved || (!hasLeft && now - heard <= ReportClaims::timeout);
}

/// Following one address twice is no conflict.
bool ReportClaims::isSame(const ReporterPtr& one, const ReporterPtr& other)
{
    return one == other || (one && other && one->address == other->address && one->node == other->node);
}

void ReportClaims::queueNotice(Reporter& reporter, std::string news, SteadyTime now)
{
    if (reporter.newsPace.admits(now))
        reporter.news = std::move(news);
}

void ReportClaims::allowReporters(const std::vector<std::string>& nodes)
{
    const std::scoped_lock lock(m_mutex);
    m_allowed.emplace(nodes.begin(), nodes.end());
}

bool ReportClaims::canHave(const Claim& claim, const ReporterPtr& reporter, SteadyTime now)
{
    if (!claim.owner || !claim.owner->isAlive(now) || isSame(claim.first, reporter))
        return true;
    return !claim.owner->isReserved && now - claim.since <= timeout && reporter->source < claim.owner->source;
}

void ReportClaims::give(Claim& claim, const ReporterPtr& reporter, SteadyTime now)
{
    if (!claim.first)
        claim.since = now;
    if (!claim.first || (claim.owner && claim.owner->isAlive(now)))
        claim.first = reporter;
    claim.owner = reporter;
}

bool ReportClaims::hasRoomFor(const Reporter& reporter) const
{
    const std::size_t named = m_nodes.size() - m_unplanned;
    const auto own = m_unplannedBySource.find(reporter.source.value);
    return named == 0
        || (own == m_unplannedBySource.end() ? 0 : own->second) + m_unplanned
        < std::max(named / plannedPerUnplanned, minUnplanned);
}

void ReportClaims::makeRoomOf(Claim& claim)
{
    if (!claim.unplannedSource)
        return;
    --m_unplannedBySource[claim.unplannedSource->value];
    --m_unplanned;
    claim.unplannedSource.reset();
}

std::string ReportClaims::claimNode(const ReporterPtr& reporter, SteadyTime now)
{
    const std::scoped_lock lock(m_mutex);
    reporter->heard = now;
    reporter->hasLeft = false;
    const bool isUnplanned = !reporter->isReserved && !m_nodes.contains(reporter->node);
    if (isUnplanned && !hasRoomFor(*reporter))
        return fmt::format("{} reports more nodes outside the cluster file than the limit allows", reporter->address);
    Claim& claim = m_nodes[reporter->node];
    if (isUnplanned) {
        claim.unplannedSource = reporter->source;
        ++m_unplannedBySource[reporter->source.value];
        ++m_unplanned;
    }
    if (isSame(claim.owner, reporter)) {
        claim.owner = reporter;
        return {};
    }
    if (!canHave(claim, reporter, now)) {
        queueNotice(*claim.owner,
                    fmt::format("{0} reports as {1}, which belongs to {2}; data from {0} is ignored", reporter->address,
                                reporter->node, claim.owner->address),
                    now);
        return fmt::format("the node is already reported by {}; data from {} under this name is ignored",
                           claim.owner->address, reporter->address);
    }
    if (claim.owner)
        queueNotice(*reporter,
                    fmt::format("{} is now reported by {}, previously by {}", reporter->node, reporter->address,
                                claim.owner->address),
                    now);
    give(claim, reporter, now);
    return {};
}

std::string ReportClaims::claimEntity(const ReporterPtr& reporter, EntityKind kind, const std::string& name,
                                      SteadyTime now)
{
    const std::scoped_lock lock(m_mutex);
    if (m_allowed && !m_allowed->contains(reporter->node))
        return fmt::format("{} {} is not part of the node, and the cluster file does not list {} among its reporters",
                           entityKindName(kind), name, reporter->node);
    const auto known = m_clusterEntities.find({kind, name});
    if (known == m_clusterEntities.end() && reporter->clusterEntities + m_clusterEntities.size() >= maxClusterEntities)
        return fmt::format("{} {} exceeds the limit of {} entities outside nodes", entityKindName(kind), name,
                           reporter->clusterEntities);
    Claim& claim = known == m_clusterEntities.end() ? m_clusterEntities[{kind, name}] : known->second;
    if (isSame(claim.owner, reporter)) {
        claim.owner = reporter;
        return {};
    }
    if (!canHave(claim, reporter, now))
        return fmt::format("{} {} is already reported by {} at {}", entityKindName(kind), name, claim.owner->node,
                           claim.owner->address);
    if (claim.owner) {
        --claim.owner->clusterEntities;
        ++m_changes;
    }
    ++reporter->clusterEntities;
    reporter->hadClusterEntities = true;
    give(claim, reporter, now);
    return {};
}

void ReportClaims::reserve(const ReporterPtr& reporter)
{
    const std::scoped_lock lock(m_mutex);
    reporter->isReserved = true;
    Claim& claim = m_nodes[reporter->node];
    if (!claim.owner || !claim.owner->isReserved)
        claim.first = claim.owner = reporter;
    makeRoomOf(claim);
}

void ReportClaims::leave(const ReporterPtr& reporter)
{
    const std::scoped_lock lock(m_mutex);
    reporter->hasLeft = true;
    reporter->isReserved = false;
    // A source closed by the user does not get its name back.
    if (const auto known = m_nodes.find(reporter->node); known != m_nodes.end()) {
        if (isSame(known->second.owner, reporter))
            known->second.owner.reset();
        if (isSame(known->second.first, reporter))
            known->second.first.reset();
        if (!known->second.owner && !known->second.first) {
            makeRoomOf(known->second);
            m_nodes.erase(known);
        }
    }
    if (!std::exchange(reporter->hadClusterEntities, false))
        return;
    for (auto entry = m_clusterEntities.begin(); entry != m_clusterEntities.end();) {
        Claim& claim = entry->second;
        if (isSame(claim.first, reporter))
            claim.first.reset();
        if (isSame(claim.owner, reporter))
            claim.owner.reset();
        entry = !claim.owner && !claim.first ? m_clusterEntities.erase(entry) : std::next(entry);
    }
    ++m_changes;
    reporter->clusterEntities = 0;
}

std::string ReportClaims::takeNews(const ReporterPtr& reporter)
{
    const std::scoped_lock lock(m_mutex);
    return std::exchange(reporter->news, {});
}

} // namespace lockstep
