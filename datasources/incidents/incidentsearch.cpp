// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/incidents/incidentsearch.h"

#include "datasources/sqlite/query.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

/// Columns of the index that can be named before a colon.
constexpr auto places
    = std::to_array<std::string_view>({"title", "tag", "owner", "entity", "summary", "causes", "action", "annotation"});

bool isWordByte(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// A quoted phrase whose last word is a prefix. Quotes within are doubled, so that they cannot end it.
std::string phrase(std::string_view text)
{
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '\0')
            continue; // would end the expression
        if (c == '"')
            quoted += '"';
        quoted += c;
    }
    return quoted + "\"*";
}

std::string termFor(std::string_view token)
{
    const std::size_t colon = token.find(':');
    if (colon != std::string_view::npos && std::ranges::find(places, token.substr(0, colon)) != places.end()
        && std::ranges::any_of(token.substr(colon + 1), isWordByte))
        return fmt::format("{} : {}", token.substr(0, colon), phrase(token.substr(colon + 1)));
    return phrase(token);
}

/// Conditions besides the words, with parameters ?2 to ?5.
constexpr std::string_view conditions
    = "(?2 IS NULL OR i.state=?2) AND (?3 IS NULL OR i.severity=?3) AND (?4 IS NULL OR (i.from_ns<?5 AND i.to_ns>=?4))";

IncidentRow rowAt(const Statement& row)
{
    IncidentRow incident;
    incident.key = {static_cast<std::uint64_t>(row.integer(0))};
    incident.title = row.text(1);
    incident.severity = static_cast<Severity>(std::clamp<std::int64_t>(row.integer(2), 0, 2));
    incident.state = static_cast<IncidentState>(std::clamp<std::int64_t>(row.integer(3), 0, 3));
    incident.range = {timeOf(row, 4), timeOf(row, 5)};
    incident.owner = row.text(6);
    incident.annotations = static_cast<std::uint32_t>(row.integer(7));
    return incident;
}

/// The full-text expression for a search text, each word as a prefix ("node-17 fl" finds "node-17 lost flow"). Robust
/// against any input. Empty without words.
std::string matchExpression(std::string_view typed)
{
    std::string expression;
    constexpr std::string_view blanks = " \t\r\n";
    while (true) {
        const std::size_t from = typed.find_first_not_of(blanks);
        if (from == std::string_view::npos)
            return expression;
        typed.remove_prefix(from);
        const std::string_view token = typed.substr(0, typed.find_first_of(blanks));
        typed.remove_prefix(token.size());
        if (std::ranges::none_of(token, isWordByte))
            continue; // a dash alone is no word
        if (!expression.empty())
            expression += ' ';
        expression += termFor(token);
    }
}

} // namespace

Status indexIncident(Database& database, IncidentKey key)
{
    if (Status removed = run(database, "DELETE FROM incident_search WHERE rowid=?", key.value); !removed.isOk())
        return removed;
    return run(database,
               "INSERT INTO incident_search(rowid, title, tag, owner, entity, summary, causes, action, annotation) "
               "SELECT id, title, (SELECT group_concat(tag, char(10)) FROM incident_tag WHERE incident=?1), owner, "
               "(SELECT group_concat(path, char(10)) FROM incident_entity WHERE incident=?1), summary, causes, "
               "(SELECT group_concat(text || ' ' || owner, char(10)) FROM incident_action WHERE incident=?1), "
               "(SELECT group_concat(text || ' ' || author, char(10)) FROM annotation WHERE incident=?1) "
               "FROM incident WHERE id=?1",
               key.value);
}

Result<IncidentList> searchIncidents(Database& database, const IncidentQuery& query)
{
    const std::string match = matchExpression(query.text);
    const std::string from = match.empty()
        ? fmt::format("FROM incident i WHERE ?1='' AND {}", conditions)
        : fmt::format("FROM incident_search s JOIN incident i ON i.id=s.rowid WHERE incident_search MATCH ?1 AND {}",
                      conditions);
    const std::string order
        = match.empty() ? "i.from_ns DESC, i.id" : "bm25(incident_search, 10, 8, 4, 6, 3, 3, 2, 1), i.from_ns DESC";
    const std::optional<TimePoint> begin = query.overlapping ? std::optional(query.overlapping->from) : std::nullopt;
    const std::optional<TimePoint> end = query.overlapping ? std::optional(query.overlapping->to) : std::nullopt;

    IncidentList list;
    list.query = query;
    const Status counted = forEachRow(
        database, "SELECT count(*) " + from,
        [&](const Statement& row) {
            list.found = static_cast<std::uint64_t>(row.integer(0));
            return success();
        },
        match, query.state, query.severity, begin, end);
    if (!counted.isOk())
        return counted.error();
    const Status read = forEachRow(
        database,
        fmt::format("SELECT i.id, i.title, i.severity, i.state, i.from_ns, i.to_ns, i.owner, "
                    "(SELECT count(*) FROM annotation a WHERE a.incident=i.id) {} ORDER BY {} LIMIT ?6",
                    from, order),
        [&](const Statement& row) {
            list.rows.push_back(rowAt(row));
            return success();
        },
        match, query.state, query.severity, begin, end, query.limit);
    if (!read.isOk())
        return read.error();
    return list;
}

} // namespace lockstep
