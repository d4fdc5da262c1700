// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/incidents/incidentdraft.h"

#include "models/analysis/causality/alertcost.h"
#include "models/analysis/causality/alertfigure.h"
#include "models/analysis/causality/causes.h"
#include "models/analysis/causality/finding.h"
#include "models/analysis/causality/joinedalerts.h"
#include "models/analysis/causality/runbooks.h"
#include "models/analysis/causality/slowport.h"
#include "models/core/topology/topology.h"
#include "models/core/units.h"
#include "models/incidents/workspace/incidentworkspace.h"
#include "models/store/clustermodel.h"
#include "models/view/ratesettings.h"
#include "models/view/selection.h"
#include "models/view/time/timeaxis.h"
#include "models/view/time/timewindow.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace lockstep {

namespace {

std::string wordsOf(const std::string& kind)
{
    const CauseRow* const known = causeRow(kind);
    return known == nullptr ? kind : std::string(known->words);
}

/// The steps under "Act", in order.
std::vector<IncidentAction> stepsOf(const QString& runbook, const std::string& owner)
{
    std::vector<IncidentAction> steps;
    bool isAct = false;
    for (const QString& line : runbook.split(u'\n')) {
        if (line.startsWith(u"## "))
            isAct = line == u"## Act";
        if (const qsizetype dot = line.indexOf(u". "); isAct && dot > 0 && line[0].isDigit())
            steps.push_back({line.mid(dot + 2).toStdString(), owner, false});
    }
    return steps;
}

std::string causesText(const Alert& alert, const Runbook& runbook)
{
    std::string text = fmt::format("Most likely {} (confidence {:.0f} %), since {}.\n", wordsOf(alert.kind),
                                   100 * alert.confidence, formatTime(alert.onset, std::chrono::seconds(1)));
    for (const Alert::Alternative& other : alert.considered)
        text += fmt::format("- Not {}: {}\n", wordsOf(other.kind), other.ruledOutReason);
    if (alert.costGpuSeconds)
        text += fmt::format("- Cost when the incident was opened: {} GPU h\n",
                            formatNumber(*alert.costGpuSeconds / 3600));
    if (!alert.owners.empty())
        text += fmt::format("- Owner: {}\n", fmt::join(alert.owners, ", "));
    if (!alert.runbook.empty())
        text += fmt::format("- Runbook: {} (its steps are listed under Actions)\n", alert.kind);
    if (!runbook.link.empty())
        text += fmt::format("- Site runbook: {}\n", runbook.link);
    if (!runbook.ofSite.empty())
        text += fmt::format("\n## Site runbook\n\n{}\n", runbook.ofSite);
    return text;
}

/// Copies an alert into an incident: title, severity, culprits, kind, owner, chain, reasoning, and the runbook's steps
/// as actions. The caller sets key, range, author and costs.
void fillFrom(const Alert& alert, const Topology& topology, const Runbook& runbook, Incident& incident)
{
    incident.title = alert.title;
    incident.severity = alert.severity;
    incident.tags = {alert.kind};
    incident.entities.clear();
    for (const EntityRef entity : alert.entities) {
        if (topology.contains(entity))
            incident.entities.push_back(nameOf(topology, entity));
    }
    incident.summary = "Chain of effects:\n";
    for (const Alert::Stage& stage : alert.chain)
        incident.summary += fmt::format("- {} {}\n", formatTime(stage.since, std::chrono::seconds(1)), stage.what);
    incident.causes = causesText(alert, runbook);
    if (!alert.owners.empty())
        incident.owner = alert.owners.front();
    incident.actions = stepsOf(QString::fromStdString(runbook.text), incident.owner);
}

using Events = std::vector<const LoggedEvent*>;

constexpr Duration apart = std::chrono::minutes(1); ///< events closer together belong to one incident
constexpr Duration aroundStory = std::chrono::seconds(30); ///< context before and after the events
constexpr Duration longestStory = std::chrono::minutes(30);
constexpr std::size_t maxLines = 6;

/// Warnings and worse, by start.
Events troubles(const ClusterStore& store)
{
    Events events;
    for (const LoggedEvent& logged : store.events().events()) {
        if (logged.event.severity >= Severity::Warning)
            events.push_back(&logged);
    }
    std::ranges::stable_sort(events, {}, [](const LoggedEvent* each) { return each->event.time; });
    return events;
}

TimeRange lengthOf(const LoggedEvent& logged)
{
    return {logged.event.time, std::max(logged.lastTime, logged.event.time) + Duration(1)};
}

bool isRelated(const Topology& topology, EntityRef a, EntityRef b)
{
    return a == b || topology.ancestor(a, b.kind) == b || topology.ancestor(b, a.kind) == a;
}

/// Drafts one incident. Lives for one call.
class IncidentDraftBuilder
{
public:
    IncidentDraftBuilder(const ViewContext& context, const std::optional<AlertAt>& shown)
        : m_context(context), m_store(context.cluster.store()), m_shown(shown), m_troubles(troubles(m_store))
    { }

    IncidentDraft draw(const std::string& author)
    {
        const LoggedEvent* const chosen = selectedEvent();
        Incident incident;
        incident.key = newKey<IncidentKey>();
        incident.range = rangeFrom(chosen);
        std::erase_if(m_troubles, [&](const LoggedEvent* each) { return !lengthOf(*each).overlaps(incident.range); });
        const LoggedEvent* const main = chosen ? chosen : worst();
        incident.severity = worst() ? worst()->event.severity : Severity::Warning;
        for (const EntityRef entity : m_context.selection.selected())
            incident.entities.push_back(nameOf(topology(), entity));
        if (incident.entities.empty() && main && topology().contains(main->entity))
            incident.entities.push_back(nameOf(topology(), main->entity));
        incident.title = titleOf(main, incident);
        incident.summary = summaryOf(incident);
        incident.created = wallClockNow();
        incident.createdBy = incident.owner = author;
        if (m_context.rates != nullptr) {
            incident.costs.currency = m_context.rates->rates().currency;
            for (const CostRate& rate : costRates)
                incident.costs.*rate.value = m_context.rates->rates().*rate.kept;
        }
        std::vector<EntityRef> scope = m_context.selection.selected();
        if (std::optional<AlertAt> at = chosenAlert()) {
            Alert& alert = at->alert;
            alert.costGpuSeconds = costOf(alert, m_store, at->moment);
            alert.title = titleOfWorst(alert, m_store, at->moment);
            addSlowPort(alert, m_store, at->moment);
            const Runbooks own;
            const Runbooks& runbooks = m_context.runbooks ? *m_context.runbooks : own;
            fillFrom(alert, topology(), runbooks.runbookOf(alert, topology()), incident);
            incident.range = around({alert.onset, alert.end.value_or(std::max(alert.onset, at->moment))});
            scope.insert(scope.end(), alert.entities.begin(), alert.entities.end());
            for (const Alert::Stage& stage : alert.chain)
                scope.insert(scope.end(), stage.entities.begin(), stage.entities.end());
        }
        return {std::move(incident), std::move(scope)};
    }

private:
    [[nodiscard]] const Topology& topology() const { return *m_store.topology(); }

    /// The event on the selection that is nearest to the moment shown, if it is close enough. Clicking an event in a
    /// list selects its entities and goes to its time.
    [[nodiscard]] const LoggedEvent* selectedEvent() const
    {
        if (m_context.selection.selected().empty())
            return nullptr;
        const TimePoint moment = m_context.time.target().cursor;
        const auto marked = m_context.time.marked();
        const LoggedEvent* best = nullptr;
        Duration nearest = longestStory;
        for (const LoggedEvent* each : m_troubles) {
            const bool isOfThese = std::ranges::any_of(m_context.selection.selected(), [&](EntityRef entity) {
                return isRelated(topology(), each->entity, entity);
            });
            const TimeRange range = lengthOf(*each);
            if (!isOfThese || (marked && !range.overlaps(*marked)))
                continue;
            const Duration away = range.contains(moment)
                ? Duration::zero()
                : std::min(std::chrono::abs(range.from - moment), std::chrono::abs(range.to - moment));
            const bool isExact = each->lastTime == moment || each->event.time == moment;
            if (isExact)
                return each;
            // An earlier event may still be ongoing; a later one is separate.
            const bool isNear = away < (range.to <= moment ? Finding::again : apart);
            if (marked || (isNear && away < nearest)) {
                nearest = marked ? nearest : away;
                best = best && marked ? best : each; // in a marked range the first
            }
        }
        return best;
    }

    [[nodiscard]] const LoggedEvent* worst() const
    {
        const auto found
            = std::ranges::max_element(m_troubles, {}, [](const LoggedEvent* each) { return each->event.severity; });
        return found == m_troubles.end() ? nullptr : *found; // the first one if several are equally severe
    }

    /// The marked range; otherwise the range of related events around the chosen one; otherwise the visible range.
    [[nodiscard]] TimeRange rangeFrom(const LoggedEvent* chosen) const
    {
        if (const auto marked = m_context.time.marked())
            return *marked;
        if (!chosen)
            return m_context.time.target().range;
        TimeRange story = lengthOf(*chosen);
        if (m_context.time.isFollowing()) // it continues
            story.to = std::max(story.to, std::min(m_context.time.cursor(), story.from + longestStory));
        for (bool hasGrown = true; hasGrown;) {
            hasGrown = false;
            for (const LoggedEvent* each : m_troubles) {
                const TimeRange here = lengthOf(*each);
                const TimeRange both{std::min(story.from, here.from), std::max(story.to, here.to)};
                const bool isNear = here.from < story.to + apart && story.from < here.to + apart;
                if (!isNear || both == story || both.length() > longestStory)
                    continue;
                story = both;
                hasGrown = true;
            }
        }
        return around(story);
    }

    /// Adds some time before and after, as far as there is data.
    [[nodiscard]] TimeRange around(TimeRange story) const
    {
        const TimeRange known = m_context.time.extent();
        const TimeRange wide{story.from - aroundStory, story.to + aroundStory};
        const TimeRange clipped{std::max(wide.from, known.from), std::min(wide.to, known.to)};
        return clipped.isEmpty() ? wide : clipped;
    }

    /// The alert that is shown. Otherwise the most severe one whose culprit is selected or that affects the selection.
    /// Without a selection, the most severe active one, unacknowledged ones first. None if a range is marked.
    [[nodiscard]] std::optional<AlertAt> chosenAlert() const
    {
        if (m_context.alerts == nullptr || m_context.time.marked())
            return std::nullopt;
        const TimePoint cursor = m_context.time.target().cursor;
        const TimePoint moment = m_shown ? std::max(cursor, m_shown->moment) : cursor;
        const std::vector<Alert>& all = m_context.alerts->at(moment);
        const auto first = [&](auto&& matches) -> std::optional<AlertAt> {
            const auto found = std::ranges::find_if(all, matches);
            return found == all.end() ? std::nullopt : std::optional(AlertAt{*found, moment});
        };
        if (m_shown) {
            const auto later = first([&](const Alert& each) { return each.key == m_shown->alert.key; });
            return later ? later : m_shown;
        }
        if (m_context.selection.selected().empty())
            return first([](const Alert& each) {
                return each.state == Alert::State::Active || each.state == Alert::State::Acknowledged;
            });
        const auto culprit = first([&](const Alert& each) { return isAnySelected(each.entities); });
        return culprit ? culprit : first([&](const Alert& each) {
            return std::ranges::any_of(each.chain, [&](const auto& stage) { return isAnySelected(stage.entities); });
        });
    }

    [[nodiscard]] bool isAnySelected(const std::vector<EntityRef>& entities) const
    {
        return std::ranges::any_of(m_context.selection.selected(), [&](EntityRef selected) {
            return std::ranges::find(entities, selected) != entities.end();
        });
    }

    /// The event's place, unless the incident lists it.
    [[nodiscard]] std::string placeBeside(const LoggedEvent& logged, const Incident& incident) const
    {
        if (!topology().contains(logged.entity))
            return {};
        EntityName place = nameOf(topology(), logged.entity);
        const bool isListed = std::ranges::find(incident.entities, place) != incident.entities.end();
        return isListed ? std::string() : std::move(place.path);
    }

    [[nodiscard]] std::string titleOf(const LoggedEvent* main, const Incident& incident) const
    {
        if (main) {
            std::string title = headlineOf(main->event.text);
            const std::string place = placeBeside(*main, incident);
            return place.empty() ? title : title + ", " + place;
        }
        const std::string when = formatTime(incident.range.from, std::chrono::seconds(1));
        return incident.entities.empty() ? "Incident at " + when
                                         : "Incident at " + when + " on " + incident.entities.front().path;
    }

    /// Removes duplicates, keeping the order.
    [[nodiscard]] std::string summaryOf(const Incident& incident) const
    {
        std::set<std::pair<std::string, Severity>> reported;
        std::string text;
        std::size_t lines = 0;
        std::size_t more = 0;
        for (const LoggedEvent* each : m_troubles) {
            if (!reported.emplace(each->event.code, each->event.severity).second)
                continue;
            if (++lines > maxLines) {
                ++more;
                continue;
            }
            const std::string place = placeBeside(*each, incident);
            text += fmt::format("- {} {}{}\n", formatTime(each->event.time, std::chrono::seconds(1)),
                                sentenceOf(each->event), place.empty() ? "" : " (" + place + ")");
        }
        if (text.empty())
            return {};
        if (more > 0)
            text += fmt::format("- and {} more kinds of events\n", more);
        return "Observed, in order:\n" + text;
    }

    const ViewContext& m_context;
    const ClusterStore& m_store;
    const std::optional<AlertAt>& m_shown;
    Events m_troubles;
};

} // namespace

IncidentDraft draftIncident(const ViewContext& context, const std::string& author, const std::optional<AlertAt>& shown)
{
    return IncidentDraftBuilder(context, shown).draw(author);
}

std::vector<Edit<Annotation>> notesOf(const IncidentDraft& draft, const IncidentWorkspace& workspace,
                                      const Topology& topology)
{
    std::vector<Edit<Annotation>> edits;
    const auto isInScope = [&](const EntityName& name) {
        const EntityRef entity = findEntity(topology, name);
        return entity.isValid()
            && std::ranges::any_of(draft.scope, [&](EntityRef each) { return isRelated(topology, entity, each); });
    };
    const TimeRange range = draft.incident.range;
    for (const AnnotationMark& mark : workspace.marks().startingIn({range.from, range.to + Duration(1)})) {
        const Annotation* const note = workspace.records().find(mark.key);
        if (note == nullptr || note->incident.isValid())
            continue;
        if (!note->entities.empty() && !draft.scope.empty() && std::ranges::none_of(note->entities, isInScope))
            continue;
        Annotation taken = *note;
        taken.incident = draft.incident.key;
        edits.push_back({*note, std::move(taken)});
    }
    return edits;
}

} // namespace lockstep
