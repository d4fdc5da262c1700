// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/alertlog.h"

#include "models/core/eventcodes.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>
#include <utility>

namespace lockstep {

namespace {

constexpr std::string_view acknowledged = ".acknowledged";

struct EndingCode
{
    std::string_view end;
    std::string_view of;
};

/// Ends that have a code of their own.
constexpr std::array endingCodes{EndingCode{codes::portUp, codes::portDown}, EndingCode{codes::gpuBack, codes::gpuLost},
                                 EndingCode{codes::agentCollectorBack, codes::agentCollectorHangs},
                                 EndingCode{codes::nodeBack, codes::nodeLost}};

/// What those say who will also say when it is over.
constexpr std::array saidWhenOver{std::string_view(codes::metricLimit),
                                  std::string_view("sync."),
                                  std::string_view("fabric."),
                                  std::string_view("loop."),
                                  std::string_view(codes::portDown),
                                  std::string_view(codes::gpuLost),
                                  std::string_view(codes::nodeLost),
                                  std::string_view(codes::clockUncertain),
                                  std::string_view(codes::agentCollectorHangs)};

bool endsByEvent(std::string_view code)
{
    return std::ranges::any_of(saidWhenOver, [&](std::string_view prefix) { return code.starts_with(prefix); });
}

EntityRef alertPlace(const Topology& topology, EntityRef entity)
{
    const EntityRef rack = topology.contains(entity) ? topology.ancestor(entity, EntityKind::Rack) : EntityRef{};
    return rack.isValid() ? rack : entity;
}

/// The node that an event is about, or what belongs to none.
EntityRef alertOwner(const Topology& topology, EntityRef entity)
{
    const EntityRef node = topology.contains(entity) ? topology.ancestor(entity, EntityKind::Node) : EntityRef{};
    return node.isValid() ? node : entity;
}

struct AlertHolding
{
    EntityRef owner;
    std::size_t count = 0;
};

/// Who holds the most, by owners with repetition; one that is no owner counts for nobody.
AlertHolding largestHolding(std::vector<EntityRef> owners)
{
    std::ranges::sort(owners);
    AlertHolding largest;
    for (auto from = owners.begin(); from != owners.end();) {
        const auto to = std::upper_bound(from, owners.end(), *from);
        if (from->isValid() && static_cast<std::size_t>(to - from) > largest.count)
            largest = {*from, static_cast<std::size_t>(to - from)};
        from = to;
    }
    return largest;
}

bool isPartOf(const Topology& topology, EntityRef part, EntityRef whole)
{
    return part == whole || (topology.contains(part) && topology.ancestor(part, whole.kind) == whole);
}

} // namespace

void AlertLog::add(const Topology& topology, EntityRef entity, const Event& event)
{
    std::string_view code = event.code;
    auto kind = event.severity == Severity::Information ? Mark::Kind::Ended : Mark::Kind::Raised;
    if (code.ends_with(acknowledged)) {
        code.remove_suffix(acknowledged.size());
        kind = Mark::Kind::Acknowledged;
    }
    const auto ending = std::ranges::find(endingCodes, code, &EndingCode::end);
    if (ending != endingCodes.end()) {
        code = ending->of;
        kind = Mark::Kind::Ended;
    }
    const EntityRef place = alertPlace(topology, entity);
    const auto known = m_places.find(place);
    const bool isKnown = known != m_places.end() && known->second.contains(code);
    const bool isFull = known != m_places.end() && known->second.size() >= codesAPlace;
    if (!isKnown && kind != Mark::Kind::Raised)
        return;
    if (!isKnown && isFull && !makeRoom(known->second, alertOwner(topology, entity), topology))
        return;
    Marks& marks = m_places[place].try_emplace(std::string(code)).first->second;
    Mark mark{event.time, kind, entity, event.severity, kind == Mark::Kind::Raised ? event.text : std::string()};
    const auto from = std::ranges::lower_bound(marks, mark.time, {}, &Mark::time);
    const auto to = std::ranges::upper_bound(from, marks.end(), mark.time, {}, &Mark::time);
    if (std::find(from, to, mark) != to)
        return;
    marks.insert(to, std::move(mark));
    if (marks.size() > marksACode)
        dropOldestOfLoudest(marks, topology);
    ++m_version;
}

/// Takes away a code that a node alone has told of, when that node has more of these than the one that needs room.
bool AlertLog::makeRoom(Codes& codes, EntityRef owner, const Topology& topology)
{
    std::vector<EntityRef> owners; // of each code; invalid: several have told of it
    for (const auto& [code, marks] : codes) {
        const EntityRef first = alertOwner(topology, marks.front().entity);
        const bool isAlone
            = std::ranges::all_of(marks, [&](const Mark& mark) { return alertOwner(topology, mark.entity) == first; });
        owners.push_back(isAlone ? first : EntityRef{});
    }
    const AlertHolding largest = largestHolding(owners);
    if (largest.count <= static_cast<std::size_t>(std::ranges::count(owners, owner)) + 1)
        return false;
    codes.erase(std::next(codes.begin(), std::ranges::find(owners, largest.owner) - owners.begin()));
    return true;
}

void AlertLog::dropOldestOfLoudest(Marks& marks, const Topology& topology)
{
    std::vector<EntityRef> owners;
    for (const Mark& mark : marks)
        owners.push_back(alertOwner(topology, mark.entity));
    const EntityRef loudest = largestHolding(owners).owner;
    const auto oldest = std::ranges::find(owners, loudest) - owners.begin();
    marks.erase(std::next(marks.begin(), oldest));
}

void AlertLog::clear()
{
    m_places.clear();
    ++m_version;
}

std::optional<PlaceAlert> AlertLog::foldedUpTo(TimePoint moment, const Marks& marks, const std::string& code,
                                               EntityRef place, const Topology& topology)
{
    const bool isEnded = endsByEvent(code);
    std::optional<PlaceAlert> alert;
    std::vector<EntityRef> parts;
    const auto end = [&](TimePoint time) {
        alert->state = PlaceAlert::State::Cleared;
        alert->until = time;
        parts.clear();
    };
    const auto expire = [&](TimePoint now) {
        if (alert && !isEnded && alert->state != PlaceAlert::State::Cleared && now - alert->until >= lastsUnlessEnded)
            end(alert->until + lastsUnlessEnded);
    };
    for (const Mark& mark : marks) {
        if (mark.time > moment)
            break;
        expire(mark.time);
        const bool isOpen = alert && alert->state != PlaceAlert::State::Cleared;
        if (mark.kind == Mark::Kind::Acknowledged) {
            if (isOpen)
                alert->state = PlaceAlert::State::Acknowledged;
        } else if (mark.kind == Mark::Kind::Ended) {
            std::erase_if(parts, [&](EntityRef part) { return isPartOf(topology, part, mark.entity); });
            if (isOpen && parts.empty())
                end(mark.time);
        } else {
            if (!isOpen)
                alert = PlaceAlert{place,     code, mark.entity, mark.severity, mark.text, PlaceAlert::State::Active,
                                   mark.time, {}};
            // Who took note of a warning has not taken note of what it has become, nor of the next part that it is of.
            if (mark.severity > alert->severity) {
                alert->severity = mark.severity;
                alert->entity = mark.entity;
                alert->text = mark.text;
                alert->state = PlaceAlert::State::Active;
            }
            alert->until = mark.time;
            ++alert->events;
            if (std::ranges::find(parts, mark.entity) == parts.end()) {
                parts.push_back(mark.entity);
                alert->state = PlaceAlert::State::Active;
            }
        }
    }
    expire(moment);
    if (!alert || (alert->state == PlaceAlert::State::Cleared && moment - alert->until >= shownAfterEnd))
        return std::nullopt;
    alert->parts = static_cast<std::uint32_t>(parts.size());
    return alert;
}

std::vector<PlaceAlert> AlertLog::at(TimePoint moment, const Topology& topology) const
{
    std::vector<PlaceAlert> alerts;
    for (const auto& [place, codes] : m_places) {
        for (const auto& [code, marks] : codes) {
            if (auto alert = foldedUpTo(moment, marks, code, place, topology))
                alerts.push_back(*std::move(alert));
        }
    }
    std::ranges::sort(alerts, [](const PlaceAlert& a, const PlaceAlert& b) {
        return std::tuple(a.state, b.severity, a.since, a.place, std::string_view(a.code))
            < std::tuple(b.state, a.severity, b.since, b.place, std::string_view(b.code));
    });
    return alerts;
}

Event AlertLog::acknowledgement(const PlaceAlert& alert, TimePoint now)
{
    return {now, Severity::Information, 0, alert.code + std::string(acknowledged), "Acknowledged: " + alert.text};
}

} // namespace lockstep
