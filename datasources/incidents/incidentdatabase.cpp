// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/incidents/incidentdatabase.h"

#include "datasources/incidents/evidencerows.h"
#include "datasources/incidents/incidenthistory.h"
#include "datasources/incidents/incidentrows.h"
#include "datasources/incidents/incidentsearch.h"
#include "datasources/sqlite/incidentschema.h"
#include "datasources/sqlite/query.h"
#include "models/core/textparts.h"
#include "models/core/visibletext.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

namespace {

constexpr std::size_t maxListed = 20;
constexpr std::size_t maxTitleBytes = 200; ///< shown
constexpr std::size_t minKeyDigits = 4;

/// Beginning of a title that fits into a line, in whole characters.
std::string beginningOf(const std::string& title)
{
    std::size_t end = std::min(title.size(), maxTitleBytes);
    while (end > 0 && end < title.size() && (static_cast<unsigned char>(title[end]) & 0xC0U) == 0x80U)
        --end;
    return title.substr(0, end);
}

/// Incidents that match an argument, and a list of the first of them as text.
struct Choice
{
    std::optional<IncidentKey> first;
    std::size_t count = 0;
    std::string lines;

    void add(IncidentKey key, const std::string& line)
    {
        if (!first)
            first = key;
        if (++count <= maxListed)
            lines += line;
    }

    [[nodiscard]] std::string text() const
    {
        return count > maxListed ? fmt::format("{}\n  and {} more", lines, count - maxListed) : lines;
    }
};

} // namespace

Result<IncidentDatabase> IncidentDatabase::open(const std::string& path, Database::Access access,
                                                const std::stop_token& stop)
{
    Result<Database> database = Database::open(path, access, stop);
    if (!database.isOk())
        return database.error();
    const Result<int> version = incidentSchemaVersion(database.value());
    if (!version.isOk())
        return version.error();
    if (version.value() != newestIncidentSchema()) {
        if (access == Database::Access::ReadOnly && version.value() == 0)
            return Error{fmt::format("{}: the file contains no incidents", path)};
        const bool isReadable
            = version.value() >= oldestReadableIncidentSchema() && version.value() < newestIncidentSchema();
        if (access == Database::Access::ReadOnly && isReadable)
            return IncidentDatabase(std::move(database).value());
        if (access == Database::Access::ReadOnly && version.value() < newestIncidentSchema())
            return Error{fmt::format(
                "{}: expected incident tables of version {}, found {}; open the file for writing once to upgrade it",
                path, newestIncidentSchema(), version.value())};
        if (const Status migrated = migrateIncidents(database.value()); !migrated.isOk())
            return migrated.error();
    }
    return IncidentDatabase(std::move(database).value());
}

Result<IncidentChange> IncidentDatabase::apply(const IncidentChange& change, const std::string& author, TimePoint now)
{
    Result<Transaction> transaction = Transaction::begin(m_database);
    if (!transaction.isOk())
        return transaction.error();
    Result<IncidentChange> done = writeChange(m_database, change, now);
    if (!done.isOk())
        return done;
    if (const Status noted = writeHistory(m_database, done.value(), author, now); !noted.isOk())
        return noted.error();
    if (const Status committed = transaction.value().commit(); !committed.isOk())
        return committed.error();
    return done;
}

Result<IncidentList> IncidentDatabase::search(const IncidentQuery& query)
{
    return searchIncidents(m_database, query);
}

Result<std::optional<Incident>> IncidentDatabase::incident(IncidentKey key)
{
    return readIncident(m_database, key);
}

Result<std::vector<Annotation>> IncidentDatabase::annotations(std::optional<IncidentKey> incident)
{
    return readAnnotations(m_database, incident);
}

Result<std::vector<AnnotationLink>> IncidentDatabase::links(std::optional<IncidentKey> incident)
{
    return readLinks(m_database, incident);
}

Result<std::vector<HistoryEntry>> IncidentDatabase::history(IncidentKey incident)
{
    return readHistory(m_database, incident);
}

Result<std::vector<Attachment>> IncidentDatabase::attachments(IncidentKey incident, bool withBytes)
{
    return readAttachments(m_database, incident, withBytes);
}

Result<std::optional<Attachment>> IncidentDatabase::attachment(AttachmentKey key)
{
    return readAttachment(m_database, key);
}

Result<std::vector<Judgement>> IncidentDatabase::judgements()
{
    return readJudgements(m_database);
}

Result<Evidence> IncidentDatabase::evidence(IncidentKey incident)
{
    return readEvidence(m_database, incident);
}

Result<bool> IncidentDatabase::hasEvidence(IncidentKey incident)
{
    const auto has = rowOf(
        m_database, "SELECT 1 FROM evidence WHERE incident=?", [](const Statement&) { return true; }, incident.value);
    return has.isOk() ? Result<bool>(has.value().has_value()) : has.error();
}

Status IncidentDatabase::putEvidence(IncidentKey incident, const Evidence& evidence)
{
    Result<Transaction> transaction = Transaction::begin(m_database);
    if (!transaction.isOk())
        return transaction.error();
    if (Status written = writeEvidence(m_database, incident, evidence); !written.isOk())
        return written;
    return transaction.value().commit();
}

Result<std::int64_t> IncidentDatabase::dataVersion()
{
    return m_database.number("PRAGMA data_version");
}

Result<std::vector<IncidentKey>> IncidentDatabase::keys()
{
    std::vector<IncidentKey> keys;
    const Status read
        = forEachRow(m_database, "SELECT id FROM incident ORDER BY from_ns, id", [&](const Statement& row) {
              keys.push_back({static_cast<std::uint64_t>(row.integer(0))});
              return success();
          });
    if (!read.isOk())
        return read.error();
    return keys;
}

Result<IncidentRecords> IncidentDatabase::records()
{
    IncidentRecords records;
    const Result<std::vector<IncidentKey>> all = keys();
    if (!all.isOk())
        return all.error();
    for (const IncidentKey key : all.value()) {
        Result<std::optional<Incident>> read = incident(key);
        if (!read.isOk())
            return read.error();
        if (read.value())
            records.put(*std::move(read).value());
    }
    Result<std::vector<Annotation>> notes = annotations(std::nullopt);
    if (!notes.isOk())
        return notes.error();
    for (Annotation& annotation : notes.value())
        records.put(std::move(annotation));
    const Result<std::vector<AnnotationLink>> joins = links(std::nullopt);
    if (!joins.isOk())
        return joins.error();
    for (const AnnotationLink& link : joins.value())
        records.put(link);
    Result<std::vector<Judgement>> judged = judgements();
    if (!judged.isOk())
        return judged.error();
    for (Judgement& judgement : judged.value())
        records.put(std::move(judgement));
    return records;
}

Result<IncidentKey> IncidentDatabase::findOne(const std::string& wanted)
{
    const std::string digits = lowerCase(wanted);
    Choice all;
    Choice titled;
    Choice numbered;
    Choice similar;
    const auto note = [&](const Statement& row) {
        const IncidentKey key{static_cast<std::uint64_t>(row.integer(0))};
        const std::string title = row.text(1);
        const std::string line
            = fmt::format("\n  {:>3}  {}  {:%Y-%m-%d}  {}", all.count + 1, keyText(key.value),
                          fmt::gmtime(std::chrono::system_clock::to_time_t(TimePoint(Duration(row.integer(2))))),
                          visibleLine(beginningOf(title)));
        all.add(key, line);
        if (!wanted.empty() && title == wanted)
            titled.add(key, line);
        if (std::to_string(all.count) == wanted
            || (digits.size() >= minKeyDigits && keyText(key.value).starts_with(digits)))
            numbered.add(key, line);
        if (containsText(title, wanted))
            similar.add(key, line);
        return success();
    };
    const Status read = forEachRow(m_database, "SELECT id, title, from_ns FROM incident ORDER BY from_ns, id", note);
    if (!read.isOk())
        return read.error();
    if (all.count == 0)
        return Error{fmt::format("{}: the file contains no incidents", m_database.path())};
    for (const Choice& each : {titled, numbered, similar}) {
        if (each.count == 1)
            return *each.first;
        if (each.count > 1 && !wanted.empty())
            return Error{fmt::format("{}: \"{}\" matches several incidents; expected a full title, a number, or the "
                                     "first digits of a key:{}",
                                     m_database.path(), wanted, each.text())};
    }
    return Error{
        fmt::format("{}: {}; expected part of a title, a number, or the first digits of a key:{}", m_database.path(),
                    wanted.empty() ? fmt::format("the file contains {} incidents, and none was selected", all.count)
                                   : fmt::format("no incident matches \"{}\"", wanted),
                    all.text())};
}

} // namespace lockstep
