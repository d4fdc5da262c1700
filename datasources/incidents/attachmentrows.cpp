// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/incidents/incidentrows.h"
#include "datasources/sqlite/query.h"

namespace lockstep {

namespace {

constexpr std::string_view columnsAnd = "SELECT id, incident, title, media_type, taken_ns, author, view, view_state, ";

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

} // namespace

Result<std::vector<Attachment>> readAttachments(Database& database, IncidentKey incident, bool withBytes)
{
    return rowsOf(database,
                  std::string(columnsAnd) + (withBytes ? "bytes" : "x''")
                      + " FROM incident_attachment WHERE incident=? ORDER BY taken_ns, id",
                  attachmentAt, incident.value);
}

Result<std::optional<Attachment>> readAttachment(Database& database, AttachmentKey key)
{
    return rowOf(database, std::string(columnsAnd) + "bytes FROM incident_attachment WHERE id=?", attachmentAt,
                 key.value);
}

Status writeAttachment(Database& database, const Attachment& a)
{
    return run(database, "INSERT OR REPLACE INTO incident_attachment VALUES(?,?,?,?,?,?,?,?,?)", a.key.value,
               a.incident.value, a.title, a.mediaType, a.taken, a.author, a.view, a.viewState,
               std::span<const std::byte>(a.bytes));
}

Status removeAttachment(Database& database, AttachmentKey key)
{
    return run(database, "DELETE FROM incident_attachment WHERE id=?", key.value);
}

} // namespace lockstep
