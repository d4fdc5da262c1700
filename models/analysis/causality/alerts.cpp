// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/alerts.h"

#include "models/analysis/causality/alertbuilder.h"
#include "models/analysis/causality/alertowners.h"
#include "models/analysis/causality/cause.h"
#include "models/analysis/causality/causes.h"
#include "models/analysis/causality/culpritname.h"
#include "models/analysis/causality/dependencygraph.h"
#include "models/analysis/causality/finding.h"
#include "models/core/eventcodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

namespace lockstep {

namespace {

/// Maximum number of separate alerts of one node. More are joined, so that a faulty or malicious agent, or a node with
/// many faults, cannot hide alerts of other nodes.
constexpr std::size_t alertsOfNode = 8;

/// An operator's action on an alert.
struct Handling
{
    TimePoint time;
    std::string_view key;
    Alert::State state = Alert::State::Active; ///< active: the alert was unshelved
    TimePoint shelvedUntil{};
};

/// The state to which an operator's action sets an alert; nullopt: the event is not an action. Shelving with a duration
/// of zero makes the alert active again.
std::optional<Alert::State> handledState(const Event& event)
{
    if (event.code == codes::alertAcknowledged)
        return Alert::State::Acknowledged;
    if (event.code != codes::alertShelved)
        return std::nullopt;
    return event.fields.shelvedFor > Duration::zero() ? Alert::State::Shelved : Alert::State::Active;
}

std::vector<Handling> handlingsAt(std::span<const DerivedEvent> events, TimePoint now)
{
    std::vector<Handling> handlings;
    for (const DerivedEvent& each : events) {
        const Event& event = each.event;
        const std::optional<Alert::State> state = event.time > now ? std::nullopt : handledState(event);
        if (state)
            handlings.push_back({event.time, event.fields.subject, *state, event.time + event.fields.shelvedFor});
    }
    std::ranges::sort(handlings, {}, [](const Handling& each) {
        return std::tuple(each.time, each.key, each.state, each.shelvedUntil);
    });
    return handlings;
}

/// Applies actions. An action does not apply to an alert that has become worse since. A later shelving replaces an
/// earlier one. When a shelving ends, the alert returns to its previous state.
void handle(Alert& alert, const std::vector<std::string>& keys, const std::vector<Handling>& handlings,
            TimePoint severityReachedAt, TimePoint now)
{
    TimePoint until{};
    for (const Handling& each : handlings) {
        if (each.time < severityReachedAt || std::ranges::find(keys, each.key) == keys.end())
            continue;
        until = each.shelvedUntil;
        if (each.state != Alert::State::Shelved)
            alert.state = each.state;
    }
    alert.shelvedUntil = until > now ? until : TimePoint();
    if (until > now)
        alert.state = Alert::State::Shelved;
}

void sortByUrgency(std::vector<Alert>& alerts)
{
    std::ranges::sort(alerts, [](const Alert& a, const Alert& b) {
        return std::tie(a.state, b.severity, a.onset, a.key) < std::tie(b.state, a.severity, b.onset, b.key);
    });
}

/// The only node that an alert concerns, including all places of its jobs; invalid: none, or several.
EntityRef onlyNodeOf(const Alert& alert, const DependencyGraph& graph)
{
    const Topology& topology = graph.topology();
    EntityRef node;
    const auto isThere = [&](EntityRef entity) {
        const EntityRef its = topology.contains(entity) ? topology.ancestor(entity, EntityKind::Node) : EntityRef{};
        if (!node.isValid())
            node = its;
        return its.isValid() && its == node;
    };
    for (const Alert::Stage& stage : alert.chain) {
        const auto job = std::ranges::lower_bound(graph.jobs(), stage.job, {}, &ObservedJob::name);
        const bool isObserved = !stage.job.empty() && job != graph.jobs().end() && job->name == stage.job;
        const std::vector<EntityRef>& places = isObserved ? job->places : stage.entities;
        if (places.empty() || !std::ranges::all_of(places, isThere))
            return {};
    }
    return std::ranges::all_of(alert.entities, isThere) ? node : EntityRef{};
}

/// @param some alerts of one node, in the order in which they were raised
Alert bundleOf(std::vector<Alert> some, EntityRef node, const Topology& topology)
{
    const std::string name = culpritName(topology, node);
    Alert all;
    all.key = "many@" + name;
    all.kind = kinds::monitoring;
    all.entities = {node};
    all.names = {name};
    all.onset = std::ranges::min(some, {}, &Alert::onset).onset;
    all.raisedAt = some[alertsOfNode].raisedAt;
    all.end = some.front().end;
    for (Alert& each : some) {
        all.severity = std::max(all.severity, each.severity);
        all.end = all.end && each.end ? std::optional(std::max(*all.end, *each.end)) : std::nullopt;
        all.findings += each.findings;
        if (all.chain.size() < alertsOfNode)
            all.chain.push_back(std::move(each.chain.front()));
    }
    all.title = fmt::format(
        "{}: {} alerts at once, expected at most {}; its agent may be faulty, or the node has many faults", name,
        some.size(), alertsOfNode);
    all.headLength = all.title.size();
    all.confidence = causeRow(kinds::monitoring)->confidence;
    all.owners = alertOwners(all.kind, all.entities, topology);
    all.runbook = runbookPath(all.kind);
    return all;
}

/// Joins the alerts of each node that has too many.
void bundle(std::vector<Alert>& alerts, const DependencyGraph& graph, const std::vector<Handling>& handlings,
            TimePoint now)
{
    if (alerts.size() <= alertsOfNode || graph.topology().count(EntityKind::Node) < 2)
        return;
    std::map<EntityRef, std::vector<std::size_t>> ofNode;
    for (std::size_t at = 0; at < alerts.size(); ++at) {
        const bool isShown = !alerts[at].end || now - *alerts[at].end < shownAfterEnd;
        if (const EntityRef node = isShown ? onlyNodeOf(alerts[at], graph) : EntityRef{}; node.isValid())
            ofNode[node].push_back(at);
    }
    std::vector<Alert> bundles;
    for (auto& [node, some] : ofNode) {
        if (some.size() <= alertsOfNode)
            continue;
        std::vector<Alert> its;
        for (const std::size_t at : some)
            its.push_back(std::exchange(alerts[at], Alert()));
        std::ranges::sort(its, {}, [](const Alert& each) { return std::tie(each.raisedAt, each.key); });
        bundles.push_back(bundleOf(std::move(its), node, graph.topology()));
        handle(bundles.back(), {bundles.back().key}, handlings, bundles.back().raisedAt, now);
        if (bundles.back().end)
            bundles.back().state = Alert::State::Cleared;
    }
    std::erase_if(alerts, [](const Alert& each) { return each.key.empty(); });
    std::ranges::move(bundles, std::back_inserter(alerts));
}

/// All reported alerts that are active or ended less than a day ago.
std::vector<Alert> rememberedAlerts(std::span<const DerivedEvent> events, const DependencyGraph& graph, TimePoint now)
{
    const std::vector<Finding> findings = findingsAt(events, graph.topology(), graph.jobs(), now);
    const std::vector<Cause> causes = causesOf(findings, graph);
    const std::vector<Handling> handlings = handlingsAt(events, now);
    const AlertBuilder builder(findings, causes, graph);
    std::vector<Alert> alerts;
    for (const Cause& cause : causes) {
        Alert alert = builder.build(cause, now);
        if (alert.raisedAt > now)
            continue;
        handle(alert, builder.keysOf(cause), handlings, builder.severityReachedAt(cause), now);
        if (alert.end)
            alert.state = Alert::State::Cleared;
        alerts.push_back(std::move(alert));
    }
    bundle(alerts, graph, handlings, now);
    return alerts;
}

} // namespace

std::vector<Alert> alertsAt(std::span<const DerivedEvent> events, const Topology& topology, const ObservedJobs& jobs,
                            TimePoint now)
{
    return alertsAt(events, DependencyGraph(topology, jobs), now);
}

std::vector<Alert> alertsAt(std::span<const DerivedEvent> events, const DependencyGraph& graph, TimePoint now)
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

std::vector<Alert> alertsDuring(std::span<const DerivedEvent> events, const DependencyGraph& graph, TimeRange range)
{
    std::map<std::string, Alert> last; // by key
    const auto add = [&](TimePoint moment) {
        for (Alert& each : rememberedAlerts(events, graph, moment)) {
            if (!each.end || *each.end >= range.from)
                last.insert_or_assign(each.key, std::move(each));
        }
    };
    for (TimePoint moment = range.from + Finding::remembered; moment < range.to; moment += Finding::remembered)
        add(moment);
    add(range.to);
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

/// @param length zero: withdraws acknowledgements and shelvings
Event shelving(const Alert& alert, TimePoint now, Duration length, const std::string& reason)
{
    const std::string_view because = reason.empty() ? "" : "; reason: ";
    std::string text = length > Duration::zero()
        ? fmt::format("Shelved for {}: {}{}{}",
                      formatQuantity(std::chrono::duration<double>(length).count(), Unit::Seconds), alert.title,
                      because, reason)
        : fmt::format("Reopened: {}{}{}", alert.title, because, reason);
    return {now,
            Severity::Information,
            0,
            codes::alertShelved,
            std::move(text),
            {.subject = alert.key, .shelvedFor = length}};
}

} // namespace lockstep
