// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/incidents/incidentrows.h"

#include "datasources/incidents/evidencerows.h"
#include "datasources/incidents/incidentsearch.h"
#include "datasources/sqlite/incidentschema.h"
#include "datasources/sqlite/query.h"

#include <fmt/format.h>

#include <set>
#include <unordered_map>

namespace lockstep {

namespace {

/// Incidents whose text has changed.
using Touched = std::set<IncidentKey>;

/// Applies the edits of one kind of record with @p write and @p remove.
template <class T, class Read, class Write, class Remove>
Status writeEdits(const std::vector<Edit<T>>& edits, std::vector<Edit<T>>& done, Read read, Write write, Remove remove)
{
    for (const Edit<T>& edit : edits) {
        const auto key = edit.after ? edit.after->key : edit.before->key;
        Result<std::optional<T>> now = read(key);
        if (!now.isOk())
            return now.error();
        std::optional<T> next = editResult(edit, now.value());
        if (next == now.value())
            continue;
        if (Status written = next ? write(*next) : remove(key); !written.isOk())
            return written;
        done.push_back({std::move(now).value(), std::move(next)});
    }
    return success();
}

Status removeLink(Database& database, const AnnotationLink& link)
{
    return run(database, "DELETE FROM annotation_link WHERE cause=? AND effect=? AND kind=?", link.from.value,
               link.to.value, linkKindName(link.kind));
}

Status writeLinks(Database& database, const std::vector<Edit<AnnotationLink>>& edits,
                  std::vector<Edit<AnnotationLink>>& done)
{
    for (const Edit<AnnotationLink>& edit : edits) {
        if (edit.before) {
            if (Status removed = removeLink(database, *edit.before); !removed.isOk())
                return removed;
            if (database.changes() > 0)
                done.push_back({edit.before, std::nullopt});
        }
        if (edit.after) {
            if (Status written = writeLink(database, *edit.after); !written.isOk())
                return written;
            if (database.changes() > 0)
                done.push_back({std::nullopt, edit.after});
        }
    }
    return success();
}

Status removeAttachment(Database& database, AttachmentKey key)
{
    return run(database, "DELETE FROM incident_attachment WHERE id=?", key.value);
}

/// Attachments are created and deleted, never edited.
Status writeAttachments(Database& database, const std::vector<Edit<Attachment>>& edits,
                        std::vector<Edit<Attachment>>& done)
{
    for (const Edit<Attachment>& edit : edits) {
        if (edit.before) {
            if (Status removed = removeAttachment(database, edit.before->key); !removed.isOk())
                return removed;
        }
        if (edit.after) {
            if (Status written = writeAttachment(database, *edit.after); !written.isOk())
                return written;
        }
        done.push_back(edit);
    }
    return success();
}

Touched touchedBy(const IncidentChange& done)
{
    Touched touched;
    for (const Edit<Incident>& edit : done.incidents)
        touched.insert(edit.after ? edit.after->key : edit.before->key);
    for (const Edit<Annotation>& edit : done.annotations) {
        for (const auto& annotation : {edit.before, edit.after}) {
            if (annotation && annotation->incident.isValid())
                touched.insert(annotation->incident);
        }
    }
    return touched;
}

Status removeIncident(Database& database, IncidentKey key)
{
    return run(database, "DELETE FROM incident WHERE id=?", key.value); // its lists are deleted by cascade
}

Status removeAnnotation(Database& database, AnnotationKey key)
{
    return run(database, "DELETE FROM annotation WHERE id=?", key.value); // its entities are deleted by cascade
}

Status removeJudgement(Database& database, JudgementKey key)
{
    return run(database, "DELETE FROM judgement WHERE id=?", key.value);
}

} // namespace

Result<IncidentChange> writeChange(Database& database, const IncidentChange& change, TimePoint now)
{
    IncidentChange done;
    done.text = change.text;
    Status written = writeEdits(
        change.incidents, done.incidents, [&](IncidentKey key) { return readIncident(database, key); },
        [&](const Incident& incident) { return writeIncident(database, incident, now); },
        [&](IncidentKey key) { return removeIncident(database, key); });
    if (written.isOk())
        written = writeEdits(
            change.annotations, done.annotations, [&](AnnotationKey key) { return readAnnotation(database, key); },
            [&](const Annotation& annotation) { return writeAnnotation(database, annotation); },
            [&](AnnotationKey key) { return removeAnnotation(database, key); });
    if (written.isOk())
        written = writeLinks(database, change.links, done.links);
    if (written.isOk())
        written = writeAttachments(database, change.attachments, done.attachments);
    if (written.isOk())
        written = writeEdits(
            change.judgements, done.judgements, [&](JudgementKey key) { return readJudgement(database, key); },
            [&](const Judgement& judgement) { return writeJudgement(database, judgement); },
            [&](JudgementKey key) { return removeJudgement(database, key); });
    for (const IncidentKey key : touchedBy(done)) {
        if (written.isOk())
            written = indexIncident(database, key);
    }
    if (!written.isOk())
        return written.error();
    return done;
}

namespace {

Error strange(const Database& database, const char* what, std::uint64_t key, std::int64_t value)
{
    return {fmt::format("{}: incident {} has an unknown {}: {}", database.path(), keyText(key), what, value)};
}

Status readTags(Database& database, Incident& incident)
{
    return forEachRow(
        database, "SELECT tag FROM incident_tag WHERE incident=? ORDER BY position",
        [&](const Statement& row) {
            incident.tags.push_back(row.text(0));
            return success();
        },
        incident.key.value);
}

Status readActions(Database& database, Incident& incident)
{
    return forEachRow(
        database, "SELECT text, owner, is_done FROM incident_action WHERE incident=? ORDER BY position",
        [&](const Statement& row) {
            incident.actions.push_back({row.text(0), row.text(1), row.integer(2) != 0});
            return success();
        },
        incident.key.value);
}

Status readResponders(Database& database, Incident& incident)
{
    const Result<int> version = incidentSchemaVersion(database);
    if (!version.isOk() || version.value() < 6)
        return version.isOk() ? success() : Status(version.error());
    return forEachRow(
        database, "SELECT role, name FROM incident_responder WHERE incident=? ORDER BY position",
        [&](const Statement& row) {
            incident.responders.push_back({row.text(0), row.text(1)});
            return success();
        },
        incident.key.value);
}

/// Calls @p visit(name, member) for each field of costs of that type that has a separate row.
template <class Value, class Visit>
void forEachCost(Visit&& visit)
{
    CostInputs::forEachField([&](const char* field, auto member) {
        if constexpr (std::is_same_v<decltype(member), Value CostInputs::*>) {
            if constexpr (std::is_same_v<Value, std::string>) {
                if (member == &CostInputs::currency || member == &CostInputs::lostSource)
                    return; // columns of the incident
            }
            visit(field, member);
        }
    });
}

template <class Value>
void setCost(CostInputs& costs, const std::string& name, const Value& value)
{
    forEachCost<Value>([&](const char* field, auto member) {
        if (name == field)
            costs.*member = value;
    });
}

Status readCosts(Database& database, Incident& incident)
{
    const Status read = forEachRow(
        database, "SELECT name, value FROM incident_cost WHERE incident=?",
        [&](const Statement& row) {
            setCost(incident.costs, row.text(0), std::optional(row.real(1)));
            return success();
        },
        incident.key.value);
    if (!read.isOk())
        return read;
    const Result<int> version = incidentSchemaVersion(database);
    if (!version.isOk() || version.value() < 5)
        return version.isOk() ? success() : Status(version.error());
    return forEachRow(
        database, "SELECT name, source FROM incident_cost_source WHERE incident=?",
        [&](const Statement& row) {
            setCost(incident.costs, row.text(0), row.text(1));
            return success();
        },
        incident.key.value);
}

Status writeCosts(Database& database, const Incident& incident)
{
    Status written = success();
    forEachCost<std::optional<double>>([&](const char* field, auto member) {
        if (const auto& value = incident.costs.*member; value && written.isOk())
            written = run(database, "INSERT INTO incident_cost VALUES(?,?,?)", incident.key.value, field, *value);
    });
    forEachCost<std::string>([&](const char* field, auto member) {
        if (const std::string& source = incident.costs.*member; !source.empty() && written.isOk())
            written
                = run(database, "INSERT INTO incident_cost_source VALUES(?,?,?)", incident.key.value, field, source);
    });
    return written;
}

Status writeLists(Database& database, const Incident& incident)
{
    for (std::size_t i = 0; i < incident.tags.size(); ++i) {
        if (Status done
            = run(database, "INSERT INTO incident_tag VALUES(?,?,?)", incident.key.value, i, incident.tags[i]);
            !done.isOk())
            return done;
    }
    for (std::size_t i = 0; i < incident.actions.size(); ++i) {
        const IncidentAction& action = incident.actions[i];
        if (Status done = run(database, "INSERT INTO incident_action VALUES(?,?,?,?,?)", incident.key.value, i,
                              action.text, action.owner, action.isDone);
            !done.isOk())
            return done;
    }
    for (std::size_t i = 0; i < incident.responders.size(); ++i) {
        const IncidentResponder& each = incident.responders[i];
        if (Status done = run(database, "INSERT INTO incident_responder VALUES(?,?,?,?)", incident.key.value, i,
                              each.role, each.name);
            !done.isOk())
            return done;
    }
    return writeEntities(database, "incident_entity", incident.key.value, incident.entities);
}

constexpr std::string_view annotationColumns
    = "SELECT id, incident, from_ns, to_ns, text, metric, lane, operation, view, author, created_ns, edited_ns "
      "FROM annotation ";

Annotation annotationAt(const Statement& row)
{
    Annotation annotation;
    annotation.key = {static_cast<std::uint64_t>(row.integer(0))};
    annotation.incident = {static_cast<std::uint64_t>(row.integer(1))};
    annotation.range = {timeOf(row, 2), timeOf(row, 3)};
    annotation.text = row.text(4);
    annotation.metric = row.text(5);
    annotation.lane = row.text(6);
    annotation.operation = row.text(7);
    annotation.view = row.text(8);
    annotation.author = row.text(9);
    annotation.created = timeOf(row, 10);
    annotation.edited = timeOf(row, 11);
    return annotation;
}

/// Entities of many annotations in one sweep.
Status readAllEntities(Database& database, std::vector<Annotation>& annotations)
{
    std::unordered_map<std::uint64_t, std::size_t> places;
    for (std::size_t i = 0; i < annotations.size(); ++i)
        places.emplace(annotations[i].key.value, i);
    return forEachRow(database, "SELECT annotation, kind, path FROM annotation_entity ORDER BY annotation, position",
                      [&](const Statement& row) -> Status {
                          const auto place = places.find(static_cast<std::uint64_t>(row.integer(0)));
                          if (place == places.end())
                              return success();
                          Result<EntityName> entity = entityAt(database, row, 1);
                          if (!entity.isOk())
                              return entity.error();
                          annotations[place->second].entities.push_back(std::move(entity).value());
                          return success();
                      });
}

constexpr std::string_view attachmentColumns
    = "SELECT id, incident, title, media_type, taken_ns, author, view, view_state, ";

Attachment attachmentAt(const Statement& row)
{
    Attachment attachment;
    attachment.key = {static_cast<std::uint64_t>(row.integer(0))};
    attachment.incident = {static_cast<std::uint64_t>(row.integer(1))};
    attachment.title = row.text(2);
    attachment.mediaType = row.text(3);
    attachment.taken = timeOf(row, 4);
    attachment.author = row.text(5);
    attachment.view = row.text(6);
    attachment.viewState = row.text(7);
    const std::span<const std::byte> bytes = row.bytes(8);
    attachment.bytes.assign(bytes.begin(), bytes.end());
    return attachment;
}

constexpr std::string_view judgementColumns
    = "SELECT id, verdict, alert, kind, place, text, until_ns, author, made_ns, origin FROM judgement ";

Result<Judgement> judgementAt(Database& database, const Statement& row)
{
    const std::string name = row.text(1);
    const std::optional<Judgement::Verdict> verdict = verdictFromName(name);
    if (!verdict)
        return Error{fmt::format("{}: expected a judgement \"confirmed\", \"rejected\", \"muted\" or \"assigned\", "
                                 "found \"{}\"",
                                 database.path(), name)};
    Judgement judgement;
    judgement.key = {static_cast<std::uint64_t>(row.integer(0))};
    judgement.verdict = *verdict;
    judgement.alert = row.text(2);
    judgement.kind = row.text(3);
    judgement.place = row.text(4);
    judgement.text = row.text(5);
    if (!row.isNull(6))
        judgement.until = timeOf(row, 6);
    judgement.author = row.text(7);
    judgement.made = timeOf(row, 8);
    judgement.origin = row.text(9);
    return judgement;
}

template <class... Values>
Result<std::vector<Judgement>> readWhere(Database& database, const char* where, const Values&... values)
{
    std::vector<Judgement> judgements;
    const Status read = forEachRow(
        database, std::string(judgementColumns) + where,
        [&](const Statement& row) -> Status {
            Result<Judgement> judgement = judgementAt(database, row);
            if (!judgement.isOk())
                return judgement.error();
            judgements.push_back(std::move(judgement).value());
            return success();
        },
        values...);
    if (!read.isOk())
        return read.error();
    return judgements;
}

} // namespace

Result<std::optional<Incident>> readIncident(Database& database, IncidentKey key)
{
    std::optional<Incident> found;
    const auto readRow = [&](const Statement& row) -> Status {
        Incident incident;
        incident.key = key;
        incident.title = row.text(0);
        if (row.integer(1) < 0 || row.integer(1) > static_cast<int>(Severity::Critical))
            return strange(database, "severity", key.value, row.integer(1));
        if (row.integer(2) < 0 || row.integer(2) > static_cast<int>(IncidentState::Closed))
            return strange(database, "state", key.value, row.integer(2));
        incident.severity = static_cast<Severity>(row.integer(1));
        incident.state = static_cast<IncidentState>(row.integer(2));
        incident.range = {timeOf(row, 3), timeOf(row, 4)};
        incident.owner = row.text(5);
        incident.summary = row.text(6);
        incident.causes = row.text(7);
        incident.created = timeOf(row, 8);
        incident.createdBy = row.text(9);
        incident.costs.currency = row.text(10);
        incident.costs.lostSource = row.text(11);
        found = std::move(incident);
        return success();
    };
    Status read = forEachRow(database,
                             "SELECT title, severity, state, from_ns, to_ns, owner, summary, causes, created_ns, "
                             "created_by, currency, lost_source FROM incident WHERE id=?",
                             readRow, key.value);
    if (read.isOk() && found) {
        read = readTags(database, *found);
        if (read.isOk())
            read = readActions(database, *found);
        if (read.isOk())
            read = readResponders(database, *found);
        if (read.isOk())
            read = readCosts(database, *found);
        if (read.isOk())
            read = readEntities(database, "incident_entity", "incident", key.value, found->entities);
    }
    if (!read.isOk())
        return read.error();
    return found;
}

Status writeIncident(Database& database, const Incident& incident, TimePoint now)
{
    if (Status removed = removeIncident(database, incident.key); !removed.isOk())
        return removed;
    Status written = run(database, "INSERT INTO incident VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?)", incident.key.value,
                         incident.title, incident.severity, incident.state, incident.range.from, incident.range.to,
                         incident.owner, incident.summary, incident.causes, incident.created, incident.createdBy, now,
                         incident.costs.currency, incident.costs.lostSource);
    if (written.isOk())
        written = writeLists(database, incident);
    if (written.isOk())
        written = writeCosts(database, incident);
    return written;
}

Result<std::optional<Annotation>> readAnnotation(Database& database, AnnotationKey key)
{
    std::optional<Annotation> found;
    Status read = forEachRow(
        database, std::string(annotationColumns) + "WHERE id=?",
        [&](const Statement& row) {
            found = annotationAt(row);
            return success();
        },
        key.value);
    if (read.isOk() && found)
        read = readEntities(database, "annotation_entity", "annotation", key.value, found->entities);
    if (!read.isOk())
        return read.error();
    return found;
}

Result<std::vector<Annotation>> readAnnotations(Database& database, std::optional<IncidentKey> incident)
{
    std::vector<Annotation> annotations;
    const auto take = [&](const Statement& row) {
        annotations.push_back(annotationAt(row));
        return success();
    };
    Status read = incident
        ? forEachRow(database, std::string(annotationColumns) + "WHERE incident=? ORDER BY from_ns, id", take,
                     incident->value)
        : forEachRow(database, std::string(annotationColumns) + "ORDER BY from_ns, id", take);
    // A few are looked up one by one; more are read in one sweep over all.
    constexpr std::size_t few = 200;
    if (read.isOk() && annotations.size() > few)
        read = readAllEntities(database, annotations);
    else
        for (Annotation& annotation : annotations) {
            if (read.isOk())
                read = readEntities(database, "annotation_entity", "annotation", annotation.key.value,
                                    annotation.entities);
        }
    if (!read.isOk())
        return read.error();
    return annotations;
}

Status writeAnnotation(Database& database, const Annotation& a)
{
    if (Status removed = removeAnnotation(database, a.key); !removed.isOk())
        return removed;
    if (Status written
        = run(database, "INSERT INTO annotation VALUES(?,?,?,?,?,?,?,?,?,?,?,?)", a.key.value, a.incident.value,
              a.range.from, a.range.to, a.text, a.metric, a.lane, a.operation, a.view, a.author, a.created, a.edited);
        !written.isOk())
        return written;
    return writeEntities(database, "annotation_entity", a.key.value, a.entities);
}

Result<std::vector<AnnotationLink>> readLinks(Database& database, std::optional<IncidentKey> incident)
{
    std::vector<AnnotationLink> links;
    const auto take = [&](const Statement& row) -> Status {
        const std::string name = row.text(2);
        const std::optional<LinkKind> kind = linkKindFromName(name);
        if (!kind)
            return Error{
                fmt::format("{}: expected a link \"caused\" or \"relates\", found \"{}\"", database.path(), name)};
        links.push_back(
            {{static_cast<std::uint64_t>(row.integer(0))}, {static_cast<std::uint64_t>(row.integer(1))}, *kind});
        return success();
    };
    const Status read = incident
        ? forEachRow(database,
                     "SELECT cause, effect, kind FROM annotation_link WHERE cause IN (SELECT id FROM annotation WHERE "
                     "incident=?1) AND effect IN (SELECT id FROM annotation WHERE incident=?1)",
                     take, incident->value)
        : forEachRow(database, "SELECT cause, effect, kind FROM annotation_link", take);
    if (!read.isOk())
        return read.error();
    return links;
}

Status writeLink(Database& database, const AnnotationLink& link)
{
    return run(database, "INSERT OR IGNORE INTO annotation_link VALUES(?,?,?)", link.from.value, link.to.value,
               linkKindName(link.kind));
}

Result<std::vector<Attachment>> readAttachments(Database& database, IncidentKey incident, bool withBytes)
{
    return rowsOf(database,
                  std::string(attachmentColumns) + (withBytes ? "bytes" : "x''")
                      + " FROM incident_attachment WHERE incident=? ORDER BY taken_ns, id",
                  attachmentAt, incident.value);
}

Result<std::optional<Attachment>> readAttachment(Database& database, AttachmentKey key)
{
    return rowOf(database, std::string(attachmentColumns) + "bytes FROM incident_attachment WHERE id=?", attachmentAt,
                 key.value);
}

Status writeAttachment(Database& database, const Attachment& a)
{
    return run(database, "INSERT OR REPLACE INTO incident_attachment VALUES(?,?,?,?,?,?,?,?,?)", a.key.value,
               a.incident.value, a.title, a.mediaType, a.taken, a.author, a.view, a.viewState,
               std::span<const std::byte>(a.bytes));
}

Result<std::vector<Judgement>> readJudgements(Database& database)
{
    const Result<std::int64_t> tables
        = database.number("SELECT count(*) FROM sqlite_schema WHERE type='table' AND name='judgement'");
    if (!tables.isOk())
        return tables.error();
    if (tables.value() == 0)
        return std::vector<Judgement>(); // a file from before they existed
    return readWhere(database, "ORDER BY made_ns, id");
}

Result<std::optional<Judgement>> readJudgement(Database& database, JudgementKey key)
{
    Result<std::vector<Judgement>> found = readWhere(database, "WHERE id=?", key.value);
    if (!found.isOk())
        return found.error();
    return found.value().empty() ? std::optional<Judgement>() : std::optional(std::move(found.value().front()));
}

Status writeJudgement(Database& database, const Judgement& judgement)
{
    return run(database, "INSERT OR REPLACE INTO judgement VALUES(?,?,?,?,?,?,?,?,?,?)", judgement.key.value,
               verdictName(judgement.verdict), judgement.alert, judgement.kind, judgement.place, judgement.text,
               judgement.until, judgement.author, judgement.made, judgement.origin);
}

} // namespace lockstep
