// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/incidents/incidenthistory.h"

#include "datasources/sqlite/query.h"
#include "models/incidents/fieldtext.h"

namespace lockstep {

namespace {

/// Common fields of the entries of one change.
struct Heading
{
    const std::string& change;
    const std::string& author;
    TimePoint time;
};

Status writeLine(Database& database, const Heading& heading, IncidentKey incident, AnnotationKey annotation,
                 const FieldChange& change)
{
    return run(database,
               "INSERT INTO incident_history(time_ns, author, change, incident, annotation, field, before, after) "
               "VALUES(?,?,?,?,?,?,?,?)",
               heading.time, heading.author, heading.change, incident.value, annotation.value, change.field,
               change.before, change.after);
}

IncidentKey incidentOf(const Edit<Annotation>& edit)
{
    return edit.after ? edit.after->incident : edit.before->incident;
}

Status writeAnnotationLines(Database& database, const Heading& heading, const Edit<Annotation>& edit)
{
    const AnnotationKey key = edit.after ? edit.after->key : edit.before->key;
    for (const FieldChange& change : fieldChanges(edit)) {
        if (change.field == "edited")
            continue; // the time of the change, not its content
        if (Status written = writeLine(database, heading, incidentOf(edit), key, change); !written.isOk())
            return written;
    }
    return success();
}

Result<IncidentKey> incidentOfAnnotation(Database& database, AnnotationKey key)
{
    const auto incident = rowOf(
        database, "SELECT incident FROM annotation WHERE id=?",
        [](const Statement& row) { return IncidentKey{static_cast<std::uint64_t>(row.integer(0))}; }, key.value);
    return incident.isOk() ? Result<IncidentKey>(incident.value().value_or(IncidentKey())) : incident.error();
}

Status writeLinkLine(Database& database, const Heading& heading, const Edit<AnnotationLink>& edit)
{
    const AnnotationLink& link = edit.after ? *edit.after : *edit.before;
    const Result<IncidentKey> incident = incidentOfAnnotation(database, link.from);
    if (!incident.isOk())
        return incident.error();
    const std::string text = std::string(linkKindName(link.kind)) + ' ' + keyText(link.to.value);
    return writeLine(database, heading, incident.value(), link.from,
                     {"link", edit.before ? text : std::string(), edit.after ? text : std::string()});
}

} // namespace

Status writeHistory(Database& database, const IncidentChange& done, const std::string& author, TimePoint now)
{
    const Heading heading{done.text, author, now};
    for (const Edit<Incident>& edit : done.incidents) {
        const IncidentKey key = edit.after ? edit.after->key : edit.before->key;
        for (const FieldChange& change : fieldChanges(edit)) {
            if (Status written = writeLine(database, heading, key, {}, change); !written.isOk())
                return written;
        }
    }
    for (const Edit<Annotation>& edit : done.annotations) {
        if (Status written = writeAnnotationLines(database, heading, edit); !written.isOk())
            return written;
    }
    for (const Edit<AnnotationLink>& edit : done.links) {
        if (Status written = writeLinkLine(database, heading, edit); !written.isOk())
            return written;
    }
    for (const Edit<Attachment>& edit : done.attachments) {
        const Attachment& attachment = edit.after ? *edit.after : *edit.before;
        const FieldChange change{"attachment", edit.before ? edit.before->title : std::string(),
                                 edit.after ? edit.after->title : std::string()};
        if (Status written = writeLine(database, heading, attachment.incident, {}, change); !written.isOk())
            return written;
    }
    return success();
}

Result<std::vector<HistoryEntry>> readHistory(Database& database, IncidentKey incident)
{
    return rowsOf(
        database,
        "SELECT time_ns, author, change, annotation, field, before, after FROM incident_history WHERE incident=? "
        "ORDER BY id",
        [](const Statement& row) {
            return HistoryEntry{timeOf(row, 0), row.text(1), row.text(2), {static_cast<std::uint64_t>(row.integer(3))},
                                row.text(4),    row.text(5), row.text(6)};
        },
        incident.value);
}

} // namespace lockstep
