// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/sqlite/database.h"
#include "models/incidents/evidence.h"
#include "models/incidents/incidentquery.h"
#include "models/incidents/incidentrecords.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// Incidents, annotations, links, attachments, evidence and history in a SQLite file. Several dashboards may share a
/// file: each change is one transaction and changes only its own fields. One thread at a time; the owner keeps it off
/// the GUI thread.
class IncidentDatabase
{
public:
    /// Opens and brings the tables up to date; Create makes file and tables. A file opened read-only must be up to
    /// date already.
    [[nodiscard]] static Result<IncidentDatabase> open(const std::string& path,
                                                       Database::Access access = Database::Access::Create,
                                                       const std::stop_token& stop = {});

    /// Applies a change and adds it to the history, atomically. @return the effective change, for undo
    [[nodiscard]] Result<IncidentChange> apply(const IncidentChange& change, const std::string& author, TimePoint now);

    [[nodiscard]] Result<IncidentList> search(const IncidentQuery& query);
    [[nodiscard]] Result<std::optional<Incident>> incident(IncidentKey key);
    /// Annotations of one incident, or all; by start time.
    [[nodiscard]] Result<std::vector<Annotation>> annotations(std::optional<IncidentKey> incident);
    [[nodiscard]] Result<std::vector<AnnotationLink>> links(std::optional<IncidentKey> incident);
    [[nodiscard]] Result<std::vector<HistoryEntry>> history(IncidentKey incident);
    [[nodiscard]] Result<std::vector<Attachment>> attachments(IncidentKey incident, bool withBytes);
    [[nodiscard]] Result<std::optional<Attachment>> attachment(AttachmentKey key);
    [[nodiscard]] Result<std::vector<Judgement>> judgements();
    /// Everything except attachments and evidence.
    [[nodiscard]] Result<IncidentRecords> records();
    /// Finds one incident by its title, its number in the order of starts, the first digits of its key, or a part of
    /// its title in any case. An empty text finds the only incident. The lines of an Error list the incidents to choose
    /// from, each escaped for people.
    [[nodiscard]] Result<IncidentKey> findOne(const std::string& wanted);
    [[nodiscard]] Result<std::vector<IncidentKey>> keys();

    /// Measurements around an incident; empty if none are stored.
    [[nodiscard]] Result<Evidence> evidence(IncidentKey incident);
    [[nodiscard]] Result<bool> hasEvidence(IncidentKey incident);
    Status putEvidence(IncidentKey incident, const Evidence& evidence);

    /// Changes whenever another connection has written to the file: poll it to detect changes by others.
    [[nodiscard]] Result<std::int64_t> dataVersion();

    [[nodiscard]] Database& database() { return m_database; }

private:
    explicit IncidentDatabase(Database database) : m_database(std::move(database)) { }

    Database m_database;
};

} // namespace lockstep
