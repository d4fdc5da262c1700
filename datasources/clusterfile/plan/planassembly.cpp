// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/clusterfile/plan/planassembly.h"

#include "models/core/budget.h"
#include "models/core/topology/references.h"
#include "models/core/visibletext.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

std::string endKey(const PeerDescriptor& end)
{
    return fmt::format("{}\n{}", end.owner, end.port);
}

std::string wordsOf(const PeerDescriptor& end)
{
    return end.port.empty() ? end.owner : fmt::format("{} port {}", end.owner, end.port);
}

Status checkAmount(std::string_view what, double amount)
{
    return amount >= 0 && amount <= maxPlanAmount
        ? success()
        : Status(Error{fmt::format("expected a {} from 0 to {}, found {}", what, maxPlanAmount, amount)});
}

Status checkPlanText(std::string_view what, std::string_view text)
{
    return text.empty() ? success()
        : checkPlanName(text).isOk()
        ? success()
        : Status(Error{fmt::format("{} '{}': {}", what, text.substr(0, 40), checkPlanName(text).error().message)});
}

/// The first error.
template <class... Rest>
Status firstProblem(Status first, Rest... rest)
{
    if constexpr (sizeof...(rest) == 0)
        return first;
    else
        return first.isOk() ? firstProblem(std::move(rest)...) : first;
}

} // namespace

Status checkPlanName(std::string_view name)
{
    if (name.empty())
        return Error{"expected a name, found none"};
    if (name.size() > budget::nameBytes)
        return Error{fmt::format("expected at most {} bytes", budget::nameBytes)};
    const auto isBad = [](unsigned char letter) {
        return letter < 0x20 || letter == 0x7F || letter == '{' || letter == '}';
    };
    if (std::ranges::any_of(name, isBad))
        return Error{"expected a name without braces and control characters"};
    if (!simdjson::validate_utf8(name.data(), name.size()))
        return Error{"expected a name in UTF-8"};
    return success();
}

std::uint32_t PlanAssembly::nextPosition(const std::string& row) const
{
    const auto last = m_lastPosition.find(row);
    return last == m_lastPosition.end() ? 1 : last->second + 1;
}

Status PlanAssembly::add(PlannedRack rack)
{
    if (Status named = checkPlanName(rack.name); !named.isOk())
        return named;
    if (m_racks.contains(rack.name))
        return Error{fmt::format("duplicate rack '{}'", rack.name)};
    if (m_racks.size() == budget::racksPerHall)
        return Error{fmt::format("expected at most {} racks", budget::racksPerHall)};
    const RackPlace& place = rack.place;
    if (Status row = checkPlanText("row", place.row); !row.isOk())
        return row;
    if (!(std::abs(place.x) <= budget::hallMetres) || !(std::abs(place.z) <= budget::hallMetres)
        || place.positionInRow == 0 || place.positionInRow > budget::racksPerRow)
        return Error{fmt::format("rack '{}' is at {} m and is number {} in its row; expected at most {} m and {} racks",
                                 rack.name, place.x, place.positionInRow, budget::hallMetres, budget::racksPerRow)};
    const auto isSize = [](float metres) {
        return metres >= minRackMetres && metres <= budget::rackMetres;
    };
    if (!isSize(place.width) || !isSize(place.depth) || place.heightUnits == 0 || place.heightUnits > budget::rackUnits)
        return Error{fmt::format("rack '{}' would be {} x {} m with {} units; expected {} m and {} units at most",
                                 rack.name, place.width, place.depth, place.heightUnits, budget::rackMetres,
                                 budget::rackUnits)};
    rack.place.isPlaced = true;
    m_racks.insert(rack.name);
    m_takenUnits[rack.name].resize(place.heightUnits + 1);
    std::uint32_t& last = m_lastPosition[place.row];
    last = std::max(last, place.positionInRow);
    m_plan.racks.push_back(std::move(rack));
    return success();
}

/// Nodes and switches share one namespace, because the ends of links are given by name.
Status PlanAssembly::checkOwnerName(const std::string& name) const
{
    if (Status named = checkPlanName(name); !named.isOk())
        return named;
    if (m_nodes.contains(name))
        return Error{fmt::format("duplicate node '{}'", name)};
    if (m_switches.contains(name))
        return Error{fmt::format("duplicate switch '{}'", name)};
    return success();
}

Status PlanAssembly::checkUnits(const std::string& what, const std::string& rack, NodePlace place) const
{
    const auto known = m_takenUnits.find(rack);
    if (known == m_takenUnits.end())
        return Error{fmt::format("expected the name of a [[rack]] of this file, found '{}'", rack)};
    const std::vector<bool>& isTaken = known->second;
    if (place.bottomUnit == 0 || place.heightUnits == 0 || place.bottomUnit > budget::rackUnits
        || place.heightUnits > budget::rackUnits)
        return Error{fmt::format("{} would be at unit {} and {} units high; expected 1 to {}", what, place.bottomUnit,
                                 place.heightUnits, budget::rackUnits)};
    for (std::uint32_t unit = place.bottomUnit; unit < place.bottomUnit + place.heightUnits; ++unit) {
        if (unit >= isTaken.size())
            return Error{fmt::format("{} does not fit: rack '{}' has {} units", what, rack, isTaken.size() - 1)};
        if (isTaken[unit])
            return Error{fmt::format("{} cannot be at unit {} of rack '{}': the unit is taken", what, unit, rack)};
    }
    return success();
}

void PlanAssembly::takeUnits(const std::string& rack, NodePlace place)
{
    std::vector<bool>& isTaken = m_takenUnits[rack];
    for (std::uint32_t unit = place.bottomUnit; unit < place.bottomUnit + place.heightUnits; ++unit)
        isTaken[unit] = true;
}

Status PlanAssembly::add(PlannedNode node)
{
    if (Status named = checkOwnerName(node.name); !named.isOk())
        return named;
    if (m_nodes.size() == budget::nodesPerHall)
        return Error{fmt::format("expected at most {} nodes", budget::nodesPerHall)};
    if (node.gpus > budget::gpusPerNode || m_gpus + node.gpus > budget::gpusPerPlan)
        return Error{
            fmt::format("expected at most {} GPUs in a node and {} in all", budget::gpusPerNode, budget::gpusPerPlan)};
    if (Status model = firstProblem(checkPlanText("model", node.model), checkPlanText("gpu", node.gpuModel));
        !model.isOk())
        return model;
    if (node.rack.empty()) {
        node.place.bottomUnit = 1; // has no meaning without a rack
        node.place.heightUnits = std::clamp(node.place.heightUnits, 1U, budget::rackUnits);
    } else {
        if (Status fits = checkUnits(fmt::format("node '{}'", node.name), node.rack, node.place); !fits.isOk())
            return fits;
        takeUnits(node.rack, node.place);
    }
    m_gpus += node.gpus;
    m_nodes.insert(node.name);
    m_plan.nodes.push_back(std::move(node));
    return success();
}

Status PlanAssembly::add(PlannedSwitch device)
{
    if (Status named = checkOwnerName(device.name); !named.isOk())
        return named;
    if (m_switches.size() == budget::switchesPerHall)
        return Error{fmt::format("expected at most {} switches", budget::switchesPerHall)};
    if (Status model = checkPlanText("model", device.model); !model.isOk())
        return model;
    if (device.rack.empty()) {
        device.place.bottomUnit = 1;
        device.place.heightUnits = std::clamp(device.place.heightUnits, 1U, budget::rackUnits);
    } else {
        if (Status fits = checkUnits(fmt::format("switch '{}'", device.name), device.rack, device.place); !fits.isOk())
            return fits;
        takeUnits(device.rack, device.place);
    }
    m_switches.insert(device.name);
    m_plan.switches.push_back(std::move(device));
    return success();
}

Status PlanAssembly::addLink(PlannedLink link)
{
    return join(std::move(link), m_plan.links, m_planned);
}

Status PlanAssembly::addWired(PlannedLink link)
{
    return join(std::move(link), m_plan.wired, m_wired);
}

Status PlanAssembly::addExamined(std::string owner)
{
    if (!m_nodes.contains(owner) && !m_switches.contains(owner))
        return Error{fmt::format("expected a known node or switch, found '{}'", owner)};
    if (!m_examined.insert(owner).second)
        return Error{fmt::format("duplicate '{}'", owner)};
    m_plan.examined.push_back(std::move(owner));
    return success();
}

Status PlanAssembly::join(PlannedLink link, std::vector<PlannedLink>& links, Ends& ends)
{
    if (links.size() == budget::linksPerPlan)
        return Error{fmt::format("expected at most {} links", budget::linksPerPlan)};
    if (!(link.rateGbps >= 0 && link.rateGbps <= budget::linkGbps))
        return Error{fmt::format("expected a rate from 0 to {} Gb/s, found {}", budget::linkGbps, link.rateGbps)};
    if (link.rail.value_or(0) >= budget::rails)
        return Error{fmt::format("expected a rail below {}, found {}", budget::rails, *link.rail)};
    for (const PeerDescriptor* end : {&link.from, &link.to}) {
        if (!m_nodes.contains(end->owner) && !m_switches.contains(end->owner))
            return Error{fmt::format("expected a known node or switch, found '{}'", end->owner)};
        if (Status port = checkPlanText("port", end->port); !port.isOk())
            return port;
        if (end->port.empty())
            continue;
        if (const auto known = ends.find(endKey(*end)); known != ends.end()) {
            const PlannedLink& other = links[known->second];
            return Error{fmt::format("{} already has a link, from {} to {}", wordsOf(*end), wordsOf(other.from),
                                     wordsOf(other.to))};
        }
    }
    if (link.from.port.empty() && link.to.port.empty())
        return Error{
            fmt::format("link from {} to {}: expected a port at one or both ends", link.from.owner, link.to.owner)};
    if (link.from == link.to)
        return Error{fmt::format("{} is linked to itself", wordsOf(link.from))};
    for (const PeerDescriptor* end : {&link.from, &link.to}) {
        if (!end->port.empty())
            ends.emplace(endKey(*end), links.size());
    }
    links.push_back(std::move(link));
    return success();
}

Status PlanAssembly::checkGroup(std::string_view what, const std::string& name, const Names& known, std::size_t members)
{
    if (Status named = checkPlanName(name); !named.isOk())
        return named;
    if (known.contains(name))
        return Error{fmt::format("duplicate {} '{}'", what, name)};
    if (known.size() == budget::groupsPerPlan || m_members + members > budget::membersPerPlan)
        return Error{fmt::format("expected at most {} groups with {} members in total", budget::groupsPerPlan,
                                 budget::membersPerPlan)};
    return success();
}

Status PlanAssembly::checkMembers(std::string_view what, const std::vector<std::string>& members,
                                  const Names& known) const
{
    Names seen;
    for (const std::string& member : members) {
        if (!known.contains(member))
            return Error{fmt::format("expected existing {}, found '{}'", what, member)};
        if (!seen.insert(member).second)
            return Error{fmt::format("duplicate '{}'", member)};
    }
    return success();
}

Status PlanAssembly::add(PowerFeed feed)
{
    Status fine = firstProblem(checkGroup("feed", feed.name, m_feeds, feed.racks.size()),
                               checkMembers("racks", feed.racks, m_racks), checkAmount("capacity", feed.capacityWatts));
    if (!fine.isOk())
        return fine;
    m_members += feed.racks.size();
    m_feeds.insert(feed.name);
    m_plan.feeds.push_back(std::move(feed));
    return success();
}

Status PlanAssembly::add(PlannedLoop loop)
{
    Status fine = firstProblem(checkGroup("loop", loop.name, m_loops, loop.racks.size()),
                               checkPlanText("cdu", loop.cdu), checkMembers("racks", loop.racks, m_racks),
                               checkAmount("capacity", loop.capacityWatts), checkAmount("flow", loop.flowLpm));
    if (!fine.isOk())
        return fine;
    m_members += loop.racks.size();
    m_loops.insert(loop.name);
    m_plan.loops.push_back(std::move(loop));
    return success();
}

Status PlanAssembly::add(PlannedStorage storage)
{
    Status fine
        = firstProblem(checkGroup("storage", storage.name, m_storage, storage.nodes.size()),
                       checkMembers("nodes", storage.nodes, m_nodes), checkAmount("capacity", storage.capacityBytes),
                       checkAmount("rate", storage.bytesPerSecond));
    if (!fine.isOk())
        return fine;
    m_members += storage.nodes.size();
    m_storage.insert(storage.name);
    m_plan.storage.push_back(std::move(storage));
    return success();
}

Status PlanAssembly::add(ServicePool pool)
{
    Status fine = firstProblem(checkGroup("pool", pool.name, m_pools, pool.nodes.size()),
                               checkPlanText("service", pool.service), checkMembers("nodes", pool.nodes, m_nodes));
    if (!fine.isOk())
        return fine;
    m_members += pool.nodes.size();
    m_pools.insert(pool.name);
    m_plan.pools.push_back(std::move(pool));
    return success();
}

Status PlanAssembly::add(OwnerRule rule)
{
    const std::size_t members = rule.racks.size() + rule.loops.size();
    if (m_plan.owners.size() == budget::groupsPerPlan || m_members + members > budget::membersPerPlan)
        return Error{fmt::format("expected at most {} owners", budget::groupsPerPlan)};
    Status fine = firstProblem(checkPlanName(rule.team), checkPlanText("kind", rule.kind),
                               checkMembers("racks", rule.racks, m_racks), checkMembers("loops", rule.loops, m_loops));
    if (!fine.isOk())
        return fine;
    m_members += members;
    m_plan.owners.push_back(std::move(rule));
    return success();
}

Status PlanAssembly::add(RunReference run)
{
    if (m_plan.runs.size() == budget::groupsPerPlan)
        return Error{fmt::format("expected at most {} runs", budget::groupsPerPlan)};
    if (!(run.mfu > 0) && !(run.days > 0))
        return Error{"expected mfu or days, found neither"};
    if (run.job.empty() && run.days > 0)
        return Error{"expected a job, because days is set"};
    if (run.start && !(run.days > 0))
        return Error{"expected days, because start is set"};
    Status fine = firstProblem(checkPlanText("job", run.job), checkPlanText("gpu", run.gpu));
    if (!fine.isOk())
        return fine;
    m_plan.runs.push_back(std::move(run));
    return success();
}

Status PlanAssembly::add(Target target)
{
    if (m_plan.targets.size() == budget::groupsPerPlan)
        return Error{fmt::format("expected at most {} targets", budget::groupsPerPlan)};
    if (!(target.goodput > 0) && !(target.utilisation > 0) && !(target.gpuHoursPerDay > 0))
        return Error{"expected goodput, utilisation or gpu_hours_per_day, found none"};
    if (!target.tenant.empty() && target.utilisation > 0 && !(target.gpuHoursPerDay > 0))
        return Error{"expected gpu_hours_per_day, because the tenant has a utilisation target"};
    if (std::ranges::find(m_plan.targets, target.tenant, &Target::tenant) != m_plan.targets.end())
        return Error{fmt::format("duplicate target for '{}'", visibleLine(target.tenant.substr(0, 40)))};
    Status fine
        = firstProblem(checkPlanText("tenant", target.tenant), checkAmount("gpu_hours_per_day", target.gpuHoursPerDay));
    if (!fine.isOk())
        return fine;
    m_plan.targets.push_back(std::move(target));
    return success();
}

Status PlanAssembly::add(ServiceTarget target)
{
    if (m_plan.serviceTargets.size() == budget::groupsPerPlan)
        return Error{fmt::format("expected at most {} service targets", budget::groupsPerPlan)};
    if (!(target.timeToFirstToken > 0) && !(target.timePerToken > 0))
        return Error{"expected time_to_first_token or time_per_token, found neither"};
    if (std::ranges::find(m_plan.serviceTargets, target.service, &ServiceTarget::service)
        != m_plan.serviceTargets.end())
        return Error{fmt::format("duplicate target for '{}'", visibleLine(target.service.substr(0, 40)))};
    if (Status fine = checkPlanName(target.service); !fine.isOk())
        return fine;
    m_plan.serviceTargets.push_back(std::move(target));
    return success();
}

Status PlanAssembly::add(BandwidthReference reference)
{
    if (m_plan.bandwidths.size() == budget::groupsPerPlan)
        return Error{fmt::format("expected at most {} bus bandwidths", budget::groupsPerPlan)};
    if (!isBandwidthOperation(reference.operation))
        return Error{fmt::format("expected an operation such as all_reduce, found '{}'",
                                 visibleLine(reference.operation.substr(0, 40)))};
    if (reference.ranks < 2)
        return Error{fmt::format("expected at least 2 ranks, found {}", reference.ranks)};
    if (!(reference.bytes >= 1) || !(reference.bytesPerSecond > 0))
        return Error{"expected a size and a rate above 0"};
    Status fine = firstProblem(checkAmount("size", reference.bytes), checkAmount("rate", reference.bytesPerSecond));
    if (!fine.isOk())
        return fine;
    m_plan.bandwidths.push_back(std::move(reference));
    return success();
}

} // namespace lockstep
