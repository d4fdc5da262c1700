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
    if (!isKnown && (kind != Mark::Kind::Raised || isFull))
        return;
    Marks& marks = m_places[place].try_emplace(std::string(code)).first->second;
    Mark mark{event.time, kind, entity, event.severity, kind == Mark::Kind::Raised ? event.text : std::string()};
    const auto from = std::ranges::lower_bound(marks, mark.time, {}, &Mark::time);
    const auto to = std::ranges::upper_bound(from, marks.end(), mark.time, {}, &Mark::time);
    if (std::find(from, to, mark) != to)
        return;
    marks.insert(to, std::move(mark));
    if (marks.size() > marksACode)
        marks.erase(marks.begin());
    ++m_version;
}

void AlertLog::clear()
{
    m_places.clear();
    ++m_version;
}

std::optional<Alert> AlertLog::foldedUpTo(TimePoint moment, const Marks& marks, const std::string& code,
                                          EntityRef place, const Topology& topology)
{
    const bool isEnded = endsByEvent(code);
    std::optional<Alert> alert;
    std::vector<EntityRef> parts;
    const auto end = [&](TimePoint time) {
        alert->state = Alert::State::Cleared;
        alert->until = time;
        parts.clear();
    };
    const auto expire = [&](TimePoint now) {
        if (alert && !isEnded && alert->state != Alert::State::Cleared && now - alert->until >= lastsUnlessEnded)
            end(alert->until + lastsUnlessEnded);
    };
    for (const Mark& mark : marks) {
        if (mark.time > moment)
            break;
        expire(mark.time);
        const bool isOpen = alert && alert->state != Alert::State::Cleared;
        if (mark.kind == Mark::Kind::Acknowledged) {
            if (isOpen)
                alert->state = Alert::State::Acknowledged;
        } else if (mark.kind == Mark::Kind::Ended) {
            std::erase_if(parts, [&](EntityRef part) { return isPartOf(topology, part, mark.entity); });
            if (isOpen && parts.empty())
                end(mark.time);
        } else {
            if (!isOpen)
                alert = Alert{place, code, mark.entity, mark.severity, mark.text, Alert::State::Active, mark.time, {}};
            // Who took note of a warning has not taken note of what it has become, nor of the next part that it is of.
            if (mark.severity > alert->severity) {
                alert->severity = mark.severity;
                alert->entity = mark.entity;
                alert->text = mark.text;
                alert->state = Alert::State::Active;
            }
            alert->until = mark.time;
            ++alert->events;
            if (std::ranges::find(parts, mark.entity) == parts.end()) {
                parts.push_back(mark.entity);
                alert->state = Alert::State::Active;
            }
        }
    }
    expire(moment);
    if (!alert || (alert->state == Alert::State::Cleared && moment - alert->until >= shownAfterEnd))
        return std::nullopt;
    alert->parts = static_cast<std::uint32_t>(parts.size());
    return alert;
}

std::vector<Alert> AlertLog::at(TimePoint moment, const Topology& topology) const
{
    std::vector<Alert> alerts;
    for (const auto& [place, codes] : m_places) {
        for (const auto& [code, marks] : codes) {
            if (auto alert = foldedUpTo(moment, marks, code, place, topology))
                alerts.push_back(*std::move(alert));
        }
    }
    std::ranges::sort(alerts, [](const Alert& a, const Alert& b) {
        return std::tuple(a.state, b.severity, a.since, a.place, std::string_view(a.code))
            < std::tuple(b.state, a.severity, b.since, b.place, std::string_view(b.code));
    });
    return alerts;
}

Event AlertLog::acknowledgement(const Alert& alert, TimePoint now)
{
    return {now, Severity::Information, 0, alert.code + std::string(acknowledged), "Acknowledged: " + alert.text};
}

} // namespace lockstep
