// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/incidents/incidentbundle.h"

#include "datasources/incidents/evidencerows.h"
#include "datasources/incidents/incidentrows.h"
#include "datasources/incidents/incidentsearch.h"
#include "datasources/incidents/recordingextract.h"
#include "datasources/sqlite/incidentschema.h"
#include "datasources/sqlite/query.h"
#include "datasources/sqlite/unfinishedfile.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

namespace {

Status writeHistoryRows(Database& database, IncidentKey incident, const std::vector<HistoryEntry>& history)
{
    for (const HistoryEntry& entry : history) {
        if (Status written
            = run(database,
                  "INSERT INTO incident_history(time_ns, author, change, incident, annotation, field, before, after) "
                  "VALUES(?,?,?,?,?,?,?,?)",
                  entry.time, entry.author, entry.change, incident.value, entry.annotation.value, entry.field,
                  entry.before, entry.after);
            !written.isOk())
            return written;
    }
    return success();
}

template <class T, class Write>
Status writeEach(const std::vector<T>& items, Write&& write)
{
    for (const T& item : items) {
        if (Status written = write(item); !written.isOk())
            return written;
    }
    return success();
}

Status fill(Database& database, const PostMortem& all, const std::vector<HistoryEntry>& history)
{
    Result<Transaction> transaction = Transaction::begin(database);
    if (!transaction.isOk())
        return transaction.error();
    const Status written = writeStory(database, all, history);
    return written.isOk() ? transaction.value().commit() : written;
}

Status checked(const std::stop_token& stop)
{
    return stop.stop_requested() ? Status(Error{"the export was cancelled"}) : success();
}

/// How far an export is when a part of it is @p done.
std::function<void(double)> share(const ExportOptions& options, double from, double to)
{
    return [&options, from, to](double done) {
        if (options.progress)
            options.progress(from + (to - from) * done);
    };
}

constexpr double recordingCopied = 0.85; ///< so far an export is then
constexpr double incidentWritten = 0.88;
constexpr double onTheDisk = 0.99;

Status writeIncidentInto(const PostMortem& all, const std::vector<HistoryEntry>& history, const std::string& path)
{
    Result<Database> database = Database::open(path, Database::Access::Build);
    if (!database.isOk())
        return database.error();
    const Status migrated = migrateIncidents(database.value());
    return migrated.isOk() ? fill(database.value(), all, history) : migrated;
}

} // namespace

Status writeStory(Database& database, const PostMortem& all, const std::vector<HistoryEntry>& history)
{
    const IncidentKey key = all.incident.key;
    Status written = writeIncident(database, all.incident, all.incident.created);
    if (written.isOk())
        written = writeEach(all.annotations, [&](const Annotation& note) { return writeAnnotation(database, note); });
    if (written.isOk())
        written = writeEach(all.links, [&](const AnnotationLink& link) { return writeLink(database, link); });
    if (written.isOk())
        written
            = writeEach(all.attachments, [&](const Attachment& picture) { return writeAttachment(database, picture); });
    if (written.isOk())
        written = writeEach(all.judgements,
                            [&](const Judgement& judgement) { return writeJudgement(database, judgement); });
    if (written.isOk() && !all.evidence.isEmpty())
        written = writeEvidence(database, key, all.evidence);
    if (written.isOk())
        written = writeHistoryRows(database, key, history);
    return written.isOk() ? indexIncident(database, key) : written;
}

TimeRange bundleRange(const Incident& incident)
{
    constexpr Duration min = std::chrono::minutes(2);
    const Duration margin = std::max(min, incident.range.length() / 4);
    return {incident.range.from - margin, incident.range.to + margin};
}

Status writeBundle(const PostMortem& all, const std::vector<HistoryEntry>& history, const std::string& path,
                   const ExportOptions& options, Recording* recording)
{
    UnfinishedFile file(path);
    if (recording) {
        ExportOptions part = options;
        part.progress = [&file, tell = share(options, 0, recordingCopied)](double done) {
            file.writeBehind();
            tell(done);
        };
        if (Status copied = extractRecording(*recording, bundleRange(all.incident), file.unfinishedPath(), part);
            !copied.isOk())
            return copied;
    }
    Status written = checked(options.stop);
    if (written.isOk())
        written = writeIncidentInto(all, history, file.unfinishedPath());
    if (written.isOk())
        written = file.finish(options.stop, share(options, incidentWritten, onTheDisk));
    if (written.isOk() && options.progress)
        options.progress(1);
    return written;
}

Result<BundleContents> bundleContents(const std::string& path, const std::stop_token& stop)
{
    Result<Database> database = Database::open(path, Database::Access::ReadOnly, stop);
    if (!database.isOk())
        return database.error();
    BundleContents contents;
    const Status read = forEachRow(database.value(), "SELECT name FROM sqlite_schema WHERE type='table'",
                                   [&contents](const Statement& row) {
                                       contents.hasRecording |= row.text(0) == "blocks";
                                       contents.hasIncidents |= row.text(0) == "incident_schema";
                                       return success();
                                   });
    if (!read.isOk())
        return read.error();
    return contents;
}

} // namespace lockstep
