// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/incidents/bundleimport.h"

#include "datasources/incidents/evidencerows.h"
#include "datasources/incidents/incidentbundle.h"
#include "datasources/incidents/incidenthistory.h"
#include "datasources/incidents/incidentrows.h"
#include "datasources/incidents/postmortem.h"
#include "models/core/budget.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

namespace lockstep {

namespace {

constexpr std::string_view importField = "bundle"; ///< field of the history's entry that names an incident's origin

/// An incident of a bundle, and the existing one.
struct Arrival
{
    PostMortem all;
    std::vector<HistoryEntry> history;
    std::optional<Incident> known;
    std::vector<Annotation> knownNotes;
    TimePoint changedHere;
    IncidentChange difference; ///< changes that would make it equal to the bundle's; without deletions
    bool bringsEvidence = false;

    /// Judgements are not compared, because those of others never replace local ones.
    [[nodiscard]] bool isSame() const { return known && difference.isEmpty() && !bringsEvidence; }
};

/// Time of its last change, as far as its parts show.
TimePoint lastChange(const Incident& incident, const std::vector<Annotation>& notes,
                     const std::vector<HistoryEntry>& history)
{
    TimePoint last = incident.created;
    for (const Annotation& note : notes)
        last = std::max({last, note.created, note.edited});
    for (const HistoryEntry& entry : history) {
        if (entry.field != importField)
            last = std::max(last, entry.time);
    }
    return last;
}

/// Names and titles are laid out in one piece, in lists and reports.
Status checkWords(const std::string& path, const Arrival& arrival)
{
    const auto isShort = [](const auto&... texts) {
        return ((texts.size() <= budget::textBytes) && ...);
    };
    const Incident& incident = arrival.all.incident;
    bool isFine = isShort(incident.title, incident.owner, incident.createdBy)
        && std::ranges::all_of(incident.tags, [&](const std::string& tag) { return isShort(tag); })
        && std::ranges::all_of(incident.responders,
                               [&](const IncidentResponder& each) { return isShort(each.role, each.name); });
    for (const Annotation& note : arrival.all.annotations)
        isFine = isFine && isShort(note.author, note.view, note.metric, note.lane, note.operation);
    for (const Attachment& picture : arrival.all.attachments)
        isFine = isFine && isShort(picture.title, picture.author, picture.view, picture.mediaType);
    for (const HistoryEntry& entry : arrival.history)
        isFine = isFine && isShort(entry.author, entry.change, entry.field);
    for (const Judgement& each : arrival.all.judgements)
        isFine = isFine && isShort(each.alert, each.kind, each.place, each.text, each.author, each.origin);
    return isFine ? success()
                  : Status(Error{fmt::format("{}: an incident in this file has names or titles longer than {} bytes",
                                             path, budget::textBytes)});
}

bool isProper(std::uint64_t key)
{
    return key != 0 && key >> 63U == 0; // as created by newKey(); SQLite's integers are signed
}

/// Notes and pictures are identified by key: one that belongs to another incident here must not be moved.
class Ownership
{
public:
    Ownership(const std::string& path, IncidentDatabase& into) : m_path(path), m_into(into) { }

    Status check(const Arrival& arrival)
    {
        const IncidentKey incident = arrival.all.incident.key;
        for (const Annotation& note : arrival.all.annotations) {
            if (Status free = checkNote(note.key, incident, note.incident); !free.isOk())
                return free;
        }
        for (const HistoryEntry& entry : arrival.history) {
            if (!entry.annotation.isValid())
                continue;
            if (Status free = checkNote(entry.annotation, incident, incident); !free.isOk())
                return free;
        }
        for (const Attachment& picture : arrival.all.attachments) {
            const Result<std::optional<Attachment>> here = readAttachment(m_into.database(), picture.key);
            if (!here.isOk())
                return here.error();
            if (!isProper(picture.key.value) || picture.incident != incident
                || (here.value() && here.value()->incident != incident))
                return refused("picture", picture.key.value);
        }
        for (const Judgement& judgement : arrival.all.judgements) {
            if (!isProper(judgement.key.value))
                return refused("judgement", judgement.key.value);
        }
        for (const AnnotationLink& link : arrival.all.links) {
            const auto isOwn = [&arrival](AnnotationKey key) {
                return std::ranges::find(arrival.all.annotations, key, &Annotation::key)
                    != arrival.all.annotations.end();
            };
            if (!isOwn(link.from) || !isOwn(link.to))
                return refused("link from note", link.from.value);
        }
        return success();
    }

private:
    Status checkNote(AnnotationKey note, IncidentKey incident, IncidentKey claimed)
    {
        const Result<std::optional<Annotation>> here = readAnnotation(m_into.database(), note);
        if (!here.isOk())
            return here.error();
        const bool isTaken = here.value() && here.value()->incident != incident;
        return isProper(note.value) && claimed == incident && !isTaken ? success() : refused("note", note.value);
    }

    [[nodiscard]] Status refused(const char* what, std::uint64_t key) const
    {
        return Error{fmt::format("{}: its {} {} belongs to a different incident; the bundle was not imported", m_path,
                                 what, keyText(key))};
    }

    const std::string& m_path;
    IncidentDatabase& m_into;
};

/// Reads the bundle; compare() reads the existing state, which may change meanwhile.
Result<std::vector<Arrival>> readArrivals(const std::string& path, const std::stop_token& stop)
{
    Result<IncidentDatabase> bundle = IncidentDatabase::open(path, Database::Access::ReadOnly, stop);
    if (!bundle.isOk())
        return bundle.error();
    const Result<std::vector<IncidentKey>> keys = bundle.value().keys();
    if (!keys.isOk())
        return keys.error();
    if (keys.value().size() > budget::incidentsPerBundle)
        return Error{fmt::format("{}: it has {} incidents; expected {} at most", path, keys.value().size(),
                                 budget::incidentsPerBundle)};
    std::vector<Arrival> arrivals;
    std::set<std::uint64_t> seen;
    for (const IncidentKey key : keys.value()) {
        if (!isProper(key.value) || !seen.insert(key.value).second)
            return Error{fmt::format("{}: an incident has an invalid or duplicate key", path)};
        Result<PostMortem> all = loadPostMortem(bundle.value(), key);
        if (!all.isOk())
            return all.error();
        Result<std::vector<HistoryEntry>> history = bundle.value().history(key);
        if (!history.isOk())
            return history.error();
        Arrival arrival;
        arrival.all = std::move(all).value();
        arrival.history = std::move(history).value();
        if (Status words = checkWords(path, arrival); !words.isOk())
            return words.error();
        arrivals.push_back(std::move(arrival));
    }
    return arrivals;
}

void addNotes(Arrival& arrival)
{
    for (const Annotation& note : arrival.all.annotations) {
        const auto known = std::ranges::find(arrival.knownNotes, note.key, &Annotation::key);
        if (known == arrival.knownNotes.end())
            arrival.difference.annotations.push_back({{}, note});
        else if (*known != note)
            arrival.difference.annotations.push_back({*known, note});
    }
}

Status addRest(Arrival& arrival, IncidentDatabase& into)
{
    const IncidentKey key = arrival.all.incident.key;
    const Result<std::vector<AnnotationLink>> links = into.links(key);
    if (!links.isOk())
        return links.error();
    for (const AnnotationLink& link : arrival.all.links) {
        if (std::ranges::find(links.value(), link) == links.value().end())
            arrival.difference.links.push_back({{}, link});
    }
    for (const Attachment& picture : arrival.all.attachments) {
        const Result<std::optional<Attachment>> known = into.attachment(picture.key);
        if (!known.isOk())
            return known.error();
        if (known.value() != std::optional(picture))
            arrival.difference.attachments.push_back({known.value(), picture});
    }
    const Result<bool> has = into.hasEvidence(key);
    if (!has.isOk())
        return has.error();
    arrival.bringsEvidence = !has.value() && !arrival.all.evidence.isEmpty();
    return success();
}

/// Compares with the existing state.
Status compare(Arrival& arrival, IncidentDatabase& into)
{
    const IncidentKey key = arrival.all.incident.key;
    Result<std::optional<Incident>> known = into.incident(key);
    if (!known.isOk())
        return known.error();
    arrival.known = std::move(known).value();
    if (!arrival.known)
        return success();
    Result<std::vector<Annotation>> notes = into.annotations(key);
    if (!notes.isOk())
        return notes.error();
    arrival.knownNotes = std::move(notes).value();
    const Result<std::vector<HistoryEntry>> history = into.history(key);
    if (!history.isOk())
        return history.error();
    arrival.changedHere = lastChange(*arrival.known, arrival.knownNotes, history.value());
    arrival.difference.text = "Import a bundle";
    if (*arrival.known != arrival.all.incident)
        arrival.difference.incidents = {{arrival.known, arrival.all.incident}};
    addNotes(arrival);
    return addRest(arrival, into);
}

Result<std::vector<Arrival>> compared(std::vector<Arrival> arrivals, const std::string& path, IncidentDatabase& into)
{
    Ownership ownership(path, into);
    for (Arrival& arrival : arrivals) {
        if (Status owned = ownership.check(arrival); !owned.isOk())
            return owned.error();
        if (Status done = compare(arrival, into); !done.isOk())
            return done.error();
    }
    return arrivals;
}

/// Keeps only changes that are newer than the existing state. Future times do not count.
void keepNewest(Arrival& arrival, TimePoint now)
{
    const auto isNewer = [now](TimePoint there, TimePoint here) {
        return there > here && there <= now;
    };
    if (!isNewer(lastChange(arrival.all.incident, arrival.all.annotations, arrival.history), arrival.changedHere))
        arrival.difference.incidents.clear();
    std::erase_if(arrival.difference.annotations, [&](const Edit<Annotation>& edit) {
        return edit.before && !isNewer(edit.after->edited, edit.before->edited);
    });
    // Pictures never change, so a difference means that the file was modified.
    std::erase_if(arrival.difference.attachments, [](const Edit<Attachment>& edit) { return edit.before.has_value(); });
}

/// Writes into a database within an open transaction.
class BundleImporter
{
public:
    BundleImporter(const std::string& path, IncidentDatabase& into, const BundleImport& how)
        : m_into(into.database()), m_how(how), m_name(std::filesystem::path(path).filename().string())
    {
        constexpr std::size_t longest = 80;
        m_name = m_name.size() > longest ? m_name.substr(0, longest) + "..." : m_name;
    }

    Status take(Arrival& arrival)
    {
        if (Status judged = takeJudgements(arrival); !judged.isOk())
            return judged;
        if (!arrival.known)
            return takeNew(arrival);
        if (m_how.choice == BundleChoice::Mine)
            return success();
        if (m_how.choice == BundleChoice::Newest)
            keepNewest(arrival, m_how.now);
        Result<IncidentChange> done = writeChange(m_into, arrival.difference, m_how.now);
        if (!done.isOk())
            return done.error();
        if (Status noted = writeHistory(m_into, done.value(), m_how.author, m_how.now); !noted.isOk())
            return noted;
        return arrival.bringsEvidence ? writeEvidence(m_into, arrival.all.incident.key, arrival.all.evidence)
                                      : success();
    }

private:
    /// Adds others' judgements as foreign; existing ones are unchanged.
    Status takeJudgements(Arrival& arrival)
    {
        std::vector<Judgement> judgements = std::exchange(arrival.all.judgements, {});
        for (Judgement& each : judgements) {
            const Result<std::optional<Judgement>> known = readJudgement(m_into, each.key);
            if (!known.isOk())
                return known.error();
            if (known.value())
                continue;
            each.origin = m_name;
            if (Status written = writeJudgement(m_into, each); !written.isOk())
                return written;
        }
        return success();
    }

    Status takeNew(const Arrival& arrival)
    {
        std::vector<HistoryEntry> history = arrival.history;
        for (HistoryEntry& entry : history)
            entry.change = fmt::format("{} (author and time as claimed by {})", entry.change, m_name);
        HistoryEntry taken;
        taken.time = m_how.now;
        taken.author = m_how.author;
        taken.change = "Import a bundle";
        taken.field = importField;
        taken.after = fmt::format("{}{}{}, with {} line{} of history", m_name, m_how.fingerprint.empty() ? "" : ", ",
                                  m_how.fingerprint, history.size(), history.size() == 1 ? "" : "s");
        history.push_back(std::move(taken));
        return writePostMortem(m_into, arrival.all, history);
    }

    Database& m_into;
    const BundleImport& m_how;
    std::string m_name;
};

} // namespace

Result<BundlePlan> planImport(const std::string& path, IncidentDatabase& into, const std::stop_token& stop)
{
    Result<std::vector<Arrival>> read = readArrivals(path, stop);
    if (!read.isOk())
        return read.error();
    const Result<std::vector<Arrival>> arrivals = compared(std::move(read).value(), path, into);
    if (!arrivals.isOk())
        return arrivals.error();
    BundlePlan plan;
    for (const Arrival& arrival : arrivals.value()) {
        plan.added += arrival.known ? 0 : 1;
        plan.same += arrival.isSame() ? 1 : 0;
        if (arrival.known && !arrival.isSame())
            plan.differing.push_back({arrival.all.incident.key, arrival.known->title, arrival.changedHere,
                                      lastChange(arrival.all.incident, arrival.all.annotations, arrival.history)});
    }
    return plan;
}

Result<std::vector<IncidentKey>> importBundle(const std::string& path, IncidentDatabase& into, const BundleImport& how)
{
    Result<std::vector<Arrival>> read = readArrivals(path, how.stop);
    if (!read.isOk())
        return read.error();
    Result<Transaction> transaction = Transaction::begin(into.database());
    if (!transaction.isOk())
        return transaction.error();
    Result<std::vector<Arrival>> arrivals = compared(std::move(read).value(), path, into);
    if (!arrivals.isOk())
        return arrivals.error();
    BundleImporter importer(path, into, how);
    std::vector<IncidentKey> keys;
    for (Arrival& arrival : arrivals.value()) {
        if (Status taken = importer.take(arrival); !taken.isOk())
            return taken.error();
        keys.push_back(arrival.all.incident.key);
    }
    if (Status committed = transaction.value().commit(); !committed.isOk())
        return committed.error();
    return keys;
}

} // namespace lockstep
