// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/storage/incidentbundle.h"

#include "datasources/storage/evidencerows.h"
#include "datasources/storage/incidentrows.h"
#include "datasources/storage/incidentschema.h"
#include "datasources/storage/incidentsearch.h"
#include "datasources/storage/query.h"
#include "datasources/storage/recordingextract.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

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

/// Everything that goes into the file, without a log beside it when it is done.
Status writeFile(const PostMortem& all, const std::vector<HistoryEntry>& history, const std::string& path,
                 const ExportOptions& options, Recording* recording)
{
    if (recording) {
        ExportOptions part = options;
        part.progress = [&options](double done) {
            if (options.progress)
                options.progress(0.95 * done);
        };
        if (Status copied = extractRecording(*recording, bundleRange(all.incident), path, part); !copied.isOk())
            return copied;
    }
    Result<Database> database = Database::open(path, Database::Access::Create);
    if (!database.isOk())
        return database.error();
    Status written = migrateIncidents(database.value());
    if (written.isOk())
        written = fill(database.value(), all, history);
    if (written.isOk())
        written = checked(options.stop);
    if (written.isOk())
        written = database.value().execute("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode=DELETE");
    return written;
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
    const std::string unfinished = path + ".unfinished";
    std::error_code error;
    std::filesystem::remove(unfinished, error);
    const Status written = writeFile(all, history, unfinished, options, recording);
    if (written.isOk())
        std::filesystem::rename(unfinished, path, error);
    if (!written.isOk() || error) {
        std::error_code ignored; // what stood in the way of writing is what there is to tell
        for (const char* rest : {"", "-wal", "-shm", "-journal"})
            std::filesystem::remove(unfinished + rest, ignored);
        return written.isOk() ? Status(Error{fmt::format("{}: {}", path, error.message())}) : written;
    }
    if (options.progress)
        options.progress(1);
    return success();
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
