// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/events/alerteventlog.h"

#include "models/core/eventcodes.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace lockstep {

namespace {

struct EndingCode
{
    std::string_view end;
    std::string_view of;
};

/// Findings whose end has a different code.
constexpr std::array endingCodes{EndingCode{codes::portUp, codes::portDown}, EndingCode{codes::gpuBack, codes::gpuLost},
                                 EndingCode{codes::agentCollectorBack, codes::agentCollectorHangs},
                                 EndingCode{codes::nodeBack, codes::nodeLost}};

/// Operators' actions are kept although their severity is Information.
bool isHandling(std::string_view code)
{
    return code == codes::alertAcknowledged || code == codes::alertShelved;
}

auto orderOf(const DerivedEvent& reported)
{
    return std::tuple_cat(std::tie(reported.event.time, reported.entity, reported.event.severity, reported.event.code),
                          reported.event.fields.identity());
}

EntityRef reportedPlace(const Topology& topology, EntityRef entity)
{
    const EntityRef rack = topology.contains(entity) ? topology.ancestor(entity, EntityKind::Rack) : EntityRef{};
    return rack.isValid() ? rack : entity;
}

/// The node that an event concerns; for entities outside nodes, the entity.
EntityRef reportedOwner(const Topology& topology, EntityRef entity)
{
    const EntityRef node = topology.contains(entity) ? topology.ancestor(entity, EntityKind::Node) : EntityRef{};
    return node.isValid() ? node : entity;
}

struct ReportedHolding
{
    EntityRef owner;
    std::size_t count = 0;
};

/// The most frequent owner; invalid owners are not counted.
ReportedHolding largestHolding(std::vector<EntityRef> owners)
{
    std::ranges::sort(owners);
    ReportedHolding largest;
    for (auto from = owners.begin(); from != owners.end();) {
        const auto to = std::upper_bound(from, owners.end(), *from);
        if (from->isValid() && static_cast<std::size_t>(to - from) > largest.count)
            largest = {*from, static_cast<std::size_t>(to - from)};
        from = to;
    }
    return largest;
}

} // namespace

std::string_view endedBy(std::string_view code)
{
    const auto found = std::ranges::find(endingCodes, code, &EndingCode::end);
    return found == endingCodes.end() ? std::string_view() : found->of;
}

void AlertEventLog::add(const Topology& topology, EntityRef entity, const Event& event)
{
    const std::string_view ended = endedBy(event.code);
    const std::string_view code = ended.empty() ? std::string_view(event.code) : ended;
    const bool isEnd = event.severity == Severity::Information && !isHandling(code);
    const EntityRef place = reportedPlace(topology, entity);
    const auto known = m_places.find(place);
    const bool isKnown = known != m_places.end() && known->second.contains(code);
    const bool isFull = known != m_places.end() && known->second.size() >= maxCodesPerEntity;
    if (!isKnown && isEnd)
        return;
    if (!isKnown && isFull && !makeRoom(known->second, reportedOwner(topology, entity), topology))
        return;
    Reported& reported = m_places[place].try_emplace(std::string(code)).first->second;
    const DerivedEvent each{entity, event};
    const auto to = std::ranges::lower_bound(reported, orderOf(each), {}, orderOf);
    if (to != reported.end() && orderOf(*to) == orderOf(each)) {
        if (event.text < to->event.text) { // a deterministic choice, independent of the order of arrival
            *to = each;
            ++m_version;
        }
        return;
    }
    reported.insert(to, each);
    if (reported.size() > maxEventsPerCode)
        dropOldestOfBusiestNode(reported, topology);
    ++m_version;
}

/// Removes a code that only one node has reported, if that node has more of these than the node that needs space.
bool AlertEventLog::makeRoom(Codes& codes, EntityRef owner, const Topology& topology)
{
    std::vector<EntityRef> owners; // of each code; invalid: reported by several
    for (const auto& [code, reported] : codes) {
        const EntityRef first = reportedOwner(topology, reported.front().entity);
        const bool isAlone = std::ranges::all_of(
            reported, [&](const DerivedEvent& each) { return reportedOwner(topology, each.entity) == first; });
        owners.push_back(isAlone ? first : EntityRef{});
    }
    const ReportedHolding largest = largestHolding(owners);
    if (largest.count <= static_cast<std::size_t>(std::ranges::count(owners, owner)) + 1)
        return false;
    codes.erase(std::next(codes.begin(), std::ranges::find(owners, largest.owner) - owners.begin()));
    return true;
}

void AlertEventLog::dropOldestOfBusiestNode(Reported& reported, const Topology& topology)
{
    std::vector<EntityRef> owners;
    for (const DerivedEvent& each : reported)
        owners.push_back(reportedOwner(topology, each.entity));
    const EntityRef loudest = largestHolding(owners).owner;
    const auto oldest = std::ranges::find(owners, loudest) - owners.begin();
    reported.erase(std::next(reported.begin(), oldest));
}

void AlertEventLog::clear()
{
    m_places.clear();
    ++m_version;
}

std::size_t AlertEventLog::size() const
{
    std::size_t size = 0;
    for (const auto& [place, codes] : m_places) {
        for (const auto& [code, reported] : codes)
            size += reported.size();
    }
    return size;
}

std::vector<DerivedEvent> AlertEventLog::events() const
{
    std::vector<DerivedEvent> all;
    all.reserve(size());
    for (const auto& [place, codes] : m_places) {
        for (const auto& [code, reported] : codes)
            all.insert(all.end(), reported.begin(), reported.end());
    }
    return all;
}

} // namespace lockstep
