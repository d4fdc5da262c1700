// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/alertowners.h"

#include "models/analysis/causality/causes.h"
#include "models/core/topology/siteplan.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

namespace {

EntityRef rackOf(const Topology& topology, EntityRef entity)
{
    if (const EntityRef rack = topology.ancestor(entity, EntityKind::Rack); rack.isValid())
        return rack; // for a switch on a node's board too
    const EntityRef device = topology.ancestor(entity, EntityKind::Switch);
    return device.isValid() ? topology.switchPlace(device).rack : EntityRef{};
}

bool isAmong(const std::vector<std::string>& names, const Topology& topology, EntityRef entity)
{
    return topology.contains(entity) && std::ranges::find(names, topology.name(entity)) != names.end();
}

/// Whether a rule covers the places of all culprits.
bool holdsAt(const OwnerRule& rule, std::span<const EntityRef> culprits, const Topology& topology)
{
    if (rule.racks.empty() && rule.loops.empty())
        return true;
    return !culprits.empty() && std::ranges::all_of(culprits, [&](EntityRef culprit) {
        return culprit.kind == EntityKind::Loop ? isAmong(rule.loops, topology, culprit)
                                                : isAmong(rule.racks, topology, rackOf(topology, culprit));
    });
}

/// The team that a plan names for a trade or, if @p kind is not empty, for that kind; otherwise the trade.
std::string teamFor(std::string_view trade, std::string_view kind, std::span<const EntityRef> culprits,
                    const Topology& topology)
{
    const OwnerRule* best = nullptr;
    int max = 0;
    for (const OwnerRule& rule : topology.plan()->owners) {
        const bool isForAny = rule.kind.empty() && !kind.empty();
        const bool isForKind = rule.kind == trade || (!kind.empty() && rule.kind == kind);
        const bool isForPlace = !rule.racks.empty() || !rule.loops.empty();
        if (!(isForAny || isForKind) || !holdsAt(rule, culprits, topology))
            continue;
        const int says = (isForKind ? 2 : 0) + (isForKind && rule.kind == kind ? 1 : 0) + (isForPlace ? 2 : 0);
        if (best == nullptr || says > max) {
            best = &rule;
            max = says;
        }
    }
    return best != nullptr ? best->team : std::string(trade);
}

} // namespace

std::vector<std::string> alertOwners(std::string_view kind, std::span<const EntityRef> culprits,
                                     const Topology& topology)
{
    std::vector<std::string> owners;
    const CauseRow* const known = causeRow(kind);
    if (known == nullptr)
        return owners;
    const bool isPlanned = topology.plan() && !topology.plan()->owners.empty();
    const auto add = [&](std::string_view trade, std::string_view ofKind) {
        std::string owner = isPlanned ? teamFor(trade, ofKind, culprits, topology) : std::string(trade);
        if (std::ranges::find(owners, owner) == owners.end())
            owners.push_back(std::move(owner));
    };
    add(known->owner, kind);
    if (!known->affectedTrade.empty())
        add(known->affectedTrade, {}); // the affected trade does not depend on the place
    return owners;
}

Status checkOwners(const SitePlan& plan)
{
    for (const OwnerRule& rule : plan.owners) {
        const auto isMeant = [&rule](const CauseRow& each) {
            return rule.kind == each.kind || rule.kind == each.owner || rule.kind == each.affectedTrade;
        };
        if (!rule.kind.empty() && std::ranges::none_of(causeRows(), isMeant))
            return Error{fmt::format("[[owner]] '{}': expected a kind of cause, such as \"pump_degradation\", or a "
                                     "trade, such as \"network\"; found \"{}\"",
                                     rule.team, rule.kind)};
    }
    return success();
}

} // namespace lockstep
