// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/reportclaims.h"

#include <fmt/format.h>

#include <utility>

namespace lockstep {

bool Reporter::isAlive(SteadyTime now) const
{
    return isReserved || (!hasLeft && now - heard <= ReportClaims::patience);
}

/// One address that is followed twice is no conflict.
bool ReportClaims::isSame(const ReporterPtr& one, const ReporterPtr& other)
{
    return one == other || (one && other && one->address == other->address && one->node == other->node);
}

void ReportClaims::tell(Reporter& reporter, std::string news, SteadyTime now)
{
    constexpr auto quiet = std::chrono::minutes(1);
    if (reporter.lastNews != SteadyTime{} && now - reporter.lastNews < quiet)
        return;
    reporter.lastNews = now;
    reporter.news = std::move(news);
}

void ReportClaims::allowReporters(const std::vector<std::string>& nodes)
{
    const std::scoped_lock lock(m_mutex);
    m_allowed.emplace(nodes.begin(), nodes.end());
}

std::string ReportClaims::claimNode(const ReporterPtr& reporter, SteadyTime now)
{
    const std::scoped_lock lock(m_mutex);
    reporter->heard = now;
    reporter->hasLeft = false;
    NodeClaim& claim = m_nodes[reporter->node];
    if (isSame(claim.owner, reporter)) {
        claim.owner = reporter;
        return {};
    }
    const bool isFree = !claim.owner || !claim.owner->isAlive(now);
    if (!isFree && !isSame(claim.first, reporter)) {
        tell(*claim.owner,
             fmt::format("{} calls itself {} too, which {} is: what it sends is left out", reporter->address,
                         reporter->node, claim.owner->address),
             now);
        return fmt::format("it is reported by {}: what {} sends under that name is left out", claim.owner->address,
                           reporter->address);
    }
    if (!claim.first)
        claim.first = reporter;
    if (claim.owner)
        tell(*reporter,
             fmt::format("{} is reported by {} now, and was by {} before", reporter->node, reporter->address,
                         claim.owner->address),
             now);
    claim.owner = reporter;
    return {};
}

std::string ReportClaims::claimThing(const ReporterPtr& reporter, EntityKind kind, const std::string& name,
                                     SteadyTime now)
{
    const std::scoped_lock lock(m_mutex);
    if (m_allowed && !m_allowed->contains(reporter->node))
        return fmt::format("{} {} is no part of the node, and the cluster file does not name {} among its reporters",
                           entityKindName(kind), name, reporter->node);
    ReporterPtr& owner = m_things[{kind, name}];
    if (isSame(owner, reporter)) {
        owner = reporter;
        return {};
    }
    if (owner && owner->isAlive(now))
        return fmt::format("{} {} is reported by {} at {}", entityKindName(kind), name, owner->node, owner->address);
    if (!owner && reporter->things + m_things.size() > mostThings) {
        m_things.erase({kind, name});
        return fmt::format("{} {} is one of more than {} things outside nodes", entityKindName(kind), name,
                           reporter->things);
    }
    if (owner)
        --owner->things;
    ++reporter->things;
    owner = reporter;
    return {};
}

void ReportClaims::reserve(const ReporterPtr& reporter)
{
    const std::scoped_lock lock(m_mutex);
    reporter->isReserved = true;
    NodeClaim& claim = m_nodes[reporter->node];
    if (!claim.owner || !claim.owner->isReserved)
        claim = {reporter, reporter};
}

void ReportClaims::leave(const ReporterPtr& reporter)
{
    const std::scoped_lock lock(m_mutex);
    reporter->hasLeft = true;
    reporter->isReserved = false;
    // Whoever closes a source means it: what is opened next has nothing to give back.
    if (const auto known = m_nodes.find(reporter->node); known != m_nodes.end()) {
        if (isSame(known->second.owner, reporter))
            known->second.owner.reset();
        if (isSame(known->second.first, reporter))
            known->second.first.reset();
        if (!known->second.owner && !known->second.first)
            m_nodes.erase(known);
    }
    if (reporter->things > 0)
        std::erase_if(m_things, [&](const auto& entry) { return isSame(entry.second, reporter); });
    reporter->things = 0;
}

std::string ReportClaims::takeNews(const ReporterPtr& reporter)
{
    const std::scoped_lock lock(m_mutex);
    return std::exchange(reporter->news, {});
}

} // namespace lockstep
