// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/incidents/entityrows.h"
#include "datasources/incidents/incidentrows.h"
#include "datasources/sqlite/query.h"

#include <fmt/format.h>

#include <unordered_map>

namespace lockstep {

namespace {

constexpr std::string_view columns
    = "SELECT id, incident, from_ns, to_ns, text, metric, lane, operation, view, author, created_ns, edited_ns "
      "FROM annotation ";

Annotation annotationAt(const Statement& row)
{
    Annotation annotation;
    annotation.key = {static_cast<std::uint64_t>(row.integer(0))};
    annotation.incident = {static_cast<std::uint64_t>(row.integer(1))};
    annotation.range = {timeOf(row, 2), timeOf(row, 3)};
    annotation.text = row.text(4);
    annotation.metric = row.text(5);
    annotation.lane = row.text(6);
    annotation.operation = row.text(7);
    annotation.view = row.text(8);
    annotation.author = row.text(9);
    annotation.created = timeOf(row, 10);
    annotation.edited = timeOf(row, 11);
    return annotation;
}

/// Entities of many annotations in one sweep.
Status readAllEntities(Database& database, std::vector<Annotation>& annotations)
{
    std::unordered_map<std::uint64_t, std::size_t> places;
    for (std::size_t i = 0; i < annotations.size(); ++i)
        places.emplace(annotations[i].key.value, i);
    return forEachRow(database, "SELECT annotation, kind, path FROM annotation_entity ORDER BY annotation, position",
                      [&](const Statement& row) -> Status {
                          const auto place = places.find(static_cast<std::uint64_t>(row.integer(0)));
                          if (place == places.end())
                              return success();
                          Result<EntityName> entity = entityAt(database, row, 1);
                          if (!entity.isOk())
                              return entity.error();
                          annotations[place->second].entities.push_back(std::move(entity).value());
                          return success();
                      });
}

} // namespace

Result<std::optional<Annotation>> readAnnotation(Database& database, AnnotationKey key)
{
    std::optional<Annotation> found;
    Status read = forEachRow(
        database, std::string(columns) + "WHERE id=?",
        [&](const Statement& row) {
            found = annotationAt(row);
            return success();
        },
        key.value);
    if (read.isOk() && found)
        read = readEntities(database, "annotation_entity", "annotation", key.value, found->entities);
    if (!read.isOk())
        return read.error();
    return found;
}

Result<std::vector<Annotation>> readAnnotations(Database& database, std::optional<IncidentKey> incident)
{
    std::vector<Annotation> annotations;
    const auto take = [&](const Statement& row) {
        annotations.push_back(annotationAt(row));
        return success();
    };
    Status read = incident
        ? forEachRow(database, std::string(columns) + "WHERE incident=? ORDER BY from_ns, id", take, incident->value)
        : forEachRow(database, std::string(columns) + "ORDER BY from_ns, id", take);
    // A few are looked up one by one, many in one sweep over all.
    constexpr std::size_t few = 200;
    if (read.isOk() && annotations.size() > few)
        read = readAllEntities(database, annotations);
    else
        for (Annotation& annotation : annotations) {
            if (read.isOk())
                read = readEntities(database, "annotation_entity", "annotation", annotation.key.value,
                                    annotation.entities);
        }
    if (!read.isOk())
        return read.error();
    return annotations;
}

Status writeAnnotation(Database& database, const Annotation& a)
{
    if (Status removed = removeAnnotation(database, a.key); !removed.isOk())
        return removed;
    if (Status written
        = run(database, "INSERT INTO annotation VALUES(?,?,?,?,?,?,?,?,?,?,?,?)", a.key.value, a.incident.value,
              a.range.from, a.range.to, a.text, a.metric, a.lane, a.operation, a.view, a.author, a.created, a.edited);
        !written.isOk())
        return written;
    return writeEntities(database, "annotation_entity", a.key.value, a.entities);
}

Status removeAnnotation(Database& database, AnnotationKey key)
{
    return run(database, "DELETE FROM annotation WHERE id=?", key.value); // its entities are deleted by cascade
}

Result<std::vector<AnnotationLink>> readLinks(Database& database, std::optional<IncidentKey> incident)
{
    std::vector<AnnotationLink> links;
    const auto take = [&](const Statement& row) -> Status {
        const std::string name = row.text(2);
        const std::optional<LinkKind> kind = linkKindFromName(name);
        if (!kind)
            return Error{
                fmt::format("{}: expected a link \"caused\" or \"relates\", found \"{}\"", database.path(), name)};
        links.push_back(
            {{static_cast<std::uint64_t>(row.integer(0))}, {static_cast<std::uint64_t>(row.integer(1))}, *kind});
        return success();
    };
    const Status read = incident
        ? forEachRow(database,
                     "SELECT cause, effect, kind FROM annotation_link WHERE cause IN (SELECT id FROM annotation WHERE "
                     "incident=?1) AND effect IN (SELECT id FROM annotation WHERE incident=?1)",
                     take, incident->value)
        : forEachRow(database, "SELECT cause, effect, kind FROM annotation_link", take);
    if (!read.isOk())
        return read.error();
    return links;
}

Status writeLink(Database& database, const AnnotationLink& link)
{
    return run(database, "INSERT OR IGNORE INTO annotation_link VALUES(?,?,?)", link.from.value, link.to.value,
               linkKindName(link.kind));
}

Status removeLink(Database& database, const AnnotationLink& link)
{
    return run(database, "DELETE FROM annotation_link WHERE cause=? AND effect=? AND kind=?", link.from.value,
               link.to.value, linkKindName(link.kind));
}

} // namespace lockstep
