// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/alerts.h"

#include "models/analysis/causality/alertstory.h"
#include "models/analysis/causality/cause.h"
#include "models/analysis/causality/finding.h"
#include "models/analysis/causality/seamgraph.h"
#include "models/core/eventcodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

namespace lockstep {

namespace {

/// What an operator has done about an alert.
struct Handling
{
    TimePoint time;
    std::string_view key;
    TimePoint shelvedUntil{}; ///< the epoch: it was acknowledged
};

std::vector<Handling> handlingsAt(std::span<const DerivedEvent> events, TimePoint now)
{
    std::vector<Handling> handlings;
    for (const DerivedEvent& each : events) {
        const Event& event = each.event;
        const bool isShelving = event.code == codes::alertShelved;
        if (event.time > now || (!isShelving && event.code != codes::alertAcknowledged))
            continue;
        handlings.push_back(
            {event.time, event.fields.subject, isShelving ? event.time + event.fields.shelvedFor : TimePoint()});
    }
    std::ranges::sort(handlings, {},
                      [](const Handling& each) { return std::tuple(each.time, each.key, each.shelvedUntil); });
    return handlings;
}

/// Who took note of a warning has not taken note of what it has become.
void handle(Alert& alert, const std::vector<std::string>& keys, const std::vector<Handling>& handlings,
            TimePoint becameWorst, TimePoint now)
{
    for (const Handling& each : handlings) {
        if (each.time < becameWorst || std::ranges::find(keys, each.key) == keys.end())
            continue;
        if (each.shelvedUntil == TimePoint())
            alert.state = Alert::State::Acknowledged;
        else if (each.shelvedUntil > now)
            alert.state = Alert::State::Shelved;
    }
}

void sortByUrgency(std::vector<Alert>& alerts)
{
    std::ranges::sort(alerts, [](const Alert& a, const Alert& b) {
        return std::tie(a.state, b.severity, a.onset, a.key) < std::tie(b.state, a.severity, b.onset, b.key);
    });
}

/// All that has been reported by now of what goes on or has not been over for a day.
std::vector<Alert> rememberedAlerts(std::span<const DerivedEvent> events, const SeamGraph& graph, TimePoint now)
{
    const std::vector<Finding> findings = findingsAt(events, graph.topology(), graph.jobs(), now);
    const std::vector<Cause> causes = causesOf(findings, graph);
    const std::vector<Handling> handlings = handlingsAt(events, now);
    const AlertStory story(findings, causes, graph);
    std::vector<Alert> alerts;
    for (const Cause& cause : causes) {
        Alert alert = story.tell(cause, now);
        if (alert.raisedAt > now)
            continue;
        handle(alert, story.keysOf(cause), handlings, story.becameWorst(cause), now);
        if (alert.end)
            alert.state = Alert::State::Cleared;
        alerts.push_back(std::move(alert));
    }
    return alerts;
}

} // namespace

std::vector<Alert> alertsAt(std::span<const DerivedEvent> events, const Topology& topology, const ObservedJobs& jobs,
                            TimePoint now)
{
    return alertsAt(events, SeamGraph(topology, jobs), now);
}

std::vector<Alert> alertsAt(std::span<const DerivedEvent> events, const SeamGraph& graph, TimePoint now)
{
    std::vector<Alert> alerts = rememberedAlerts(events, graph, now);
    std::erase_if(alerts, [&](const Alert& each) { return each.end && now - *each.end >= shownAfterEnd; });
    sortByUrgency(alerts);
    return alerts;
}

void applyMutes(std::vector<Alert>& alerts, std::span<const Mute> mutes, TimePoint now)
{
    const auto isMuted = [&](const Alert& alert) {
        return std::ranges::any_of(mutes, [&](const Mute& mute) {
            const bool isThere = mute.place.empty() || std::ranges::find(alert.names, mute.place) != alert.names.end();
            return mute.kind == alert.kind && isThere && mute.range.contains(now);
        });
    };
    for (Alert& alert : alerts) {
        if (!alert.end && isMuted(alert))
            alert.state = Alert::State::Shelved;
    }
    sortByUrgency(alerts);
}

std::vector<Alert> alertsDuring(std::span<const DerivedEvent> events, const SeamGraph& graph, TimeRange range)
{
    std::map<std::string, Alert> last; // by key
    const auto look = [&](TimePoint moment) {
        for (Alert& each : rememberedAlerts(events, graph, moment)) {
            if (!each.end || *each.end >= range.from)
                last.insert_or_assign(each.key, std::move(each));
        }
    };
    for (TimePoint moment = range.from + Finding::remembered; moment < range.to; moment += Finding::remembered)
        look(moment);
    look(range.to);
    std::vector<Alert> alerts;
    for (auto& [key, alert] : last)
        alerts.push_back(std::move(alert));
    std::ranges::stable_sort(alerts, {}, &Alert::onset);
    return alerts;
}

Event acknowledgement(const Alert& alert, TimePoint now)
{
    return {now,
            Severity::Information,
            0,
            codes::alertAcknowledged,
            "Acknowledged: " + alert.title,
            {.subject = alert.key}};
}

Event shelving(const Alert& alert, TimePoint now, Duration length, const std::string& reason)
{
    return {now,
            Severity::Information,
            0,
            codes::alertShelved,
            fmt::format("Shelved for {}: {}{}{}",
                        formatQuantity(std::chrono::duration<double>(length).count(), Unit::Seconds), alert.title,
                        reason.empty() ? "" : ": ", reason),
            {.subject = alert.key, .shelvedFor = length}};
}

} // namespace lockstep
