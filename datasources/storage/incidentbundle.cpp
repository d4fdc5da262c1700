// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/storage/incidentbundle.h"

#include "datasources/storage/evidencerows.h"
#include "datasources/storage/incidentrows.h"
#include "datasources/storage/incidentschema.h"
#include "datasources/storage/incidentsearch.h"
#include "datasources/storage/query.h"
#include "datasources/storage/recordingextract.h"
#include "datasources/storage/unfinishedfile.h"

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
Status writeEach(const std::vector<T>& things, Write&& write)
{
    for (const T& thing : things) {
        if (Status written = write(thing); !written.isOk())
            return written;
    }
    return success();
}

Status fill(Database& database, const PostMortem& all, const std::vector<HistoryEntry>& history)
{
    Result<Transaction> transaction = Transaction::begin(database);
    if (!transaction.isOk())
        return transaction.error();
    const IncidentKey key = all.incident.key;
    Status written = writeIncident(database, all.incident, all.incident.created);
    if (written.isOk())
        written = writeEach(all.annotations, [&](const Annotation& note) { return writeAnnotation(database, note); });
    if (written.isOk())
        written = writeEach(all.links, [&](const AnnotationLink& link) { return writeLink(database, link); });
    if (written.isOk())
        written
            = writeEach(all.attachments, [&](const Attachment& picture) { return writeAttachment(database, picture); });
    if (written.isOk() && !all.evidence.isEmpty())
        written = writeEvidence(database, key, all.evidence);
    if (written.isOk())
        written = writeHistoryRows(database, key, history);
    if (written.isOk())
        written = indexIncident(database, key);
    return written.isOk() ? transaction.value().commit() : written;
}

/// As one change, so that it comes in whole and its history says where from.
IncidentChange changeOf(PostMortem all)
{
    IncidentChange change;
    change.text = "Import a bundle";
    change.incidents = {{{}, std::move(all.incident)}};
    for (Annotation& note : all.annotations)
        change.annotations.push_back({{}, std::move(note)});
    for (const AnnotationLink& link : all.links)
        change.links.push_back({{}, link});
    for (Attachment& picture : all.attachments)
        change.attachments.push_back({{}, std::move(picture)});
    return change;
}

/// An incident that is new here arrives with its history and without a line that says it was made.
Status takeNew(IncidentDatabase& into, const PostMortem& all, const std::vector<HistoryEntry>& history)
{
    return fill(into.database(), all, history);
}

Status takeChanged(IncidentDatabase& into, PostMortem all, const std::string& author, TimePoint now)
{
    const IncidentKey key = all.incident.key;
    const Evidence evidence = std::move(all.evidence);
    std::erase_if(all.attachments, [&](const Attachment& picture) {
        const auto known = into.attachment(picture.key);
        return known.isOk() && known.value() == picture;
    });
    if (const Result<IncidentChange> done = into.apply(changeOf(std::move(all)), author, now); !done.isOk())
        return done.error();
    const Result<bool> has = into.hasEvidence(key);
    if (!has.isOk())
        return has.error();
    return has.value() || evidence.isEmpty() ? success() : into.putEvidence(key, evidence);
}

Status take(IncidentDatabase& bundle, IncidentKey key, IncidentDatabase& into, const std::string& author, TimePoint now)
{
    Result<PostMortem> all = loadPostMortem(bundle, key);
    if (!all.isOk())
        return all.error();
    const Result<std::vector<HistoryEntry>> history = bundle.history(key);
    if (!history.isOk())
        return history.error();
    const Result<std::optional<Incident>> known = into.incident(key);
    if (!known.isOk())
        return known.error();
    return known.value() ? takeChanged(into, std::move(all).value(), author, now)
                         : takeNew(into, all.value(), history.value());
}

Status checked(const std::stop_token& stop)
{
    return stop.stop_requested() ? Status(Error{"the export was given up"}) : success();
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

TimeRange bundleRange(const Incident& incident)
{
    constexpr Duration least = std::chrono::minutes(2);
    const Duration margin = std::max(least, incident.range.length() / 4);
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

Result<BundleContents> bundleContents(const std::string& path)
{
    Result<Database> database = Database::open(path, Database::Access::ReadOnly);
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

Result<std::vector<IncidentKey>> importBundle(const std::string& path, IncidentDatabase& into,
                                              const std::string& author, TimePoint now)
{
    Result<IncidentDatabase> bundle = IncidentDatabase::open(path, Database::Access::ReadOnly);
    if (!bundle.isOk())
        return bundle.error();
    Result<std::vector<IncidentKey>> keys = bundle.value().keys();
    if (!keys.isOk())
        return keys;
    for (const IncidentKey key : keys.value()) {
        if (!key.isValid() || key.value >> 63 != 0)
            return Error{fmt::format("{}: it has an incident whose key is none", path)};
        if (const Status taken = take(bundle.value(), key, into, author, now); !taken.isOk())
            return taken.error();
    }
    return keys;
}

} // namespace lockstep
