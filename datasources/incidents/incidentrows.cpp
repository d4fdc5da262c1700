// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/incidents/incidentrows.h"

#include "datasources/incidents/entityrows.h"
#include "datasources/sqlite/incidentschema.h"
#include "datasources/sqlite/query.h"

#include <fmt/format.h>

namespace lockstep {

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

/// Calls @p visit(name, member) for each field of costs of that type that has a row of its own.
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

Status removeIncident(Database& database, IncidentKey key)
{
    return run(database, "DELETE FROM incident WHERE id=?", key.value); // its lists are deleted by cascade
}

} // namespace lockstep
