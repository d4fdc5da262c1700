// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/incidents/incidentwriter.h"

#include "datasources/incidents/incidentrows.h"
#include "datasources/incidents/incidentsearch.h"
#include "models/incidents/fieldmerge.h"

#include <set>

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

} // namespace lockstep
