// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/incidents/entityrows.h"

#include "datasources/sqlite/query.h"

#include <fmt/format.h>

namespace lockstep {

Status writeEntities(Database& database, const std::string& table, std::uint64_t owner,
                     const std::vector<EntityName>& entities)
{
    for (std::size_t i = 0; i < entities.size(); ++i) {
        if (Status done = run(database, "INSERT INTO " + table + " VALUES(?,?,?,?)", owner, i,
                              entityKindName(entities[i].kind), entities[i].path);
            !done.isOk())
            return done;
    }
    return success();
}

Result<EntityName> entityAt(const Database& database, const Statement& row, int kindColumn)
{
    const std::string kind = row.text(kindColumn);
    const std::optional<EntityKind> known = entityKindFromName(kind);
    if (!known)
        return Error{fmt::format("{}: expected a kind of entity such as \"gpu\", found \"{}\"", database.path(), kind)};
    return EntityName{*known, row.text(kindColumn + 1)};
}

Status readEntities(Database& database, const std::string& table, const std::string& column, std::uint64_t owner,
                    std::vector<EntityName>& entities)
{
    return forEachRow(
        database, fmt::format("SELECT kind, path FROM {} WHERE {}=? ORDER BY position", table, column),
        [&](const Statement& row) -> Status {
            Result<EntityName> entity = entityAt(database, row, 0);
            if (!entity.isOk())
                return entity.error();
            entities.push_back(std::move(entity).value());
            return success();
        },
        owner);
}

} // namespace lockstep
