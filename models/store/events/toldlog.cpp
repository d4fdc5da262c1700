// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/events/toldlog.h"

#include "models/core/eventcodes.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>
#include <utility>

namespace lockstep {

namespace {

struct EndingCode
{
    std::string_view end;
    std::string_view of;
};

/// Ends that have a code of their own.
constexpr std::array endingCodes{EndingCode{codes::portUp, codes::portDown}, EndingCode{codes::gpuBack, codes::gpuLost},
                                 EndingCode{codes::agentCollectorBack, codes::agentCollectorHangs},
                                 EndingCode{codes::nodeBack, codes::nodeLost}};

/// What operators do is kept though it only informs.
bool isHandling(std::string_view code)
{
    return code == codes::alertAcknowledged || code == codes::alertShelved;
}

auto orderOf(const DerivedEvent& told)
{
    return std::tie(told.event.time, told.entity, told.event.severity, told.event.code, told.event.text);
}

EntityRef toldPlace(const Topology& topology, EntityRef entity)
{
    const EntityRef rack = topology.contains(entity) ? topology.ancestor(entity, EntityKind::Rack) : EntityRef{};
    return rack.isValid() ? rack : entity;
}

/// The node that an event is about, or what belongs to none.
EntityRef toldOwner(const Topology& topology, EntityRef entity)
{
    const EntityRef node = topology.contains(entity) ? topology.ancestor(entity, EntityKind::Node) : EntityRef{};
    return node.isValid() ? node : entity;
}

struct ToldHolding
{
    EntityRef owner;
    std::size_t count = 0;
};

/// Who holds the most, by owners with repetition; one that is no owner counts for nobody.
ToldHolding largestHolding(std::vector<EntityRef> owners)
{
    std::ranges::sort(owners);
    ToldHolding largest;
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

void ToldLog::add(const Topology& topology, EntityRef entity, const Event& event)
{
    const std::string_view ended = endedBy(event.code);
    const std::string_view code = ended.empty() ? std::string_view(event.code) : ended;
    const bool isEnd = event.severity == Severity::Information && !isHandling(code);
    const EntityRef place = toldPlace(topology, entity);
    const auto known = m_places.find(place);
    const bool isKnown = known != m_places.end() && known->second.contains(code);
    const bool isFull = known != m_places.end() && known->second.size() >= codesAPlace;
    if (!isKnown && isEnd)
        return;
    if (!isKnown && isFull && !makeRoom(known->second, toldOwner(topology, entity), topology))
        return;
    Told& told = m_places[place].try_emplace(std::string(code)).first->second;
    const DerivedEvent each{entity, event};
    const auto to = std::ranges::lower_bound(told, orderOf(each), {}, orderOf);
    if (to != told.end() && orderOf(*to) == orderOf(each))
        return;
    told.insert(to, each);
    if (told.size() > eventsACode)
        dropOldestOfLoudest(told, topology);
    ++m_version;
}

/// Takes away a code that a node alone has told of, when that node has more of these than the one that needs room.
bool ToldLog::makeRoom(Codes& codes, EntityRef owner, const Topology& topology)
{
    std::vector<EntityRef> owners; // of each code; invalid: several have told of it
    for (const auto& [code, told] : codes) {
        const EntityRef first = toldOwner(topology, told.front().entity);
        const bool isAlone = std::ranges::all_of(
            told, [&](const DerivedEvent& each) { return toldOwner(topology, each.entity) == first; });
        owners.push_back(isAlone ? first : EntityRef{});
    }
    const ToldHolding largest = largestHolding(owners);
    if (largest.count <= static_cast<std::size_t>(std::ranges::count(owners, owner)) + 1)
        return false;
    codes.erase(std::next(codes.begin(), std::ranges::find(owners, largest.owner) - owners.begin()));
    return true;
}

void ToldLog::dropOldestOfLoudest(Told& told, const Topology& topology)
{
    std::vector<EntityRef> owners;
    for (const DerivedEvent& each : told)
        owners.push_back(toldOwner(topology, each.entity));
    const EntityRef loudest = largestHolding(owners).owner;
    const auto oldest = std::ranges::find(owners, loudest) - owners.begin();
    told.erase(std::next(told.begin(), oldest));
}

void ToldLog::clear()
{
    m_places.clear();
    ++m_version;
}

std::size_t ToldLog::size() const
{
    std::size_t size = 0;
    for (const auto& [place, codes] : m_places) {
        for (const auto& [code, told] : codes)
            size += told.size();
    }
    return size;
}

std::vector<DerivedEvent> ToldLog::events() const
{
    std::vector<DerivedEvent> all;
    all.reserve(size());
    for (const auto& [place, codes] : m_places) {
        for (const auto& [code, told] : codes)
            all.insert(all.end(), told.begin(), told.end());
    }
    return all;
}

} // namespace lockstep
