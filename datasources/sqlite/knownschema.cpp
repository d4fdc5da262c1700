// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/sqlite/knownschema.h"

#include "datasources/sqlite/incidentschema.h"
#include "datasources/sqlite/query.h"
#include "datasources/sqlite/recordingschema.h"

#include <fmt/format.h>

#include <cctype>
#include <set>
#include <vector>

namespace lockstep {

namespace {

struct SchemaEntry
{
    std::string type;
    std::string name;
    std::string table;
    std::string sql; ///< without blanks: where lines break is nobody's business; empty for what SQLite makes itself

    friend auto operator<=>(const SchemaEntry&, const SchemaEntry&) = default;
};

constexpr std::size_t maxEntries = 1000; ///< an honest bundle has about 50

std::string compacted(std::string text)
{
    std::erase_if(text, [](unsigned char letter) { return std::isspace(letter) != 0; });
    return text;
}

Result<std::vector<SchemaEntry>> schemaOf(Database& database)
{
    std::vector<SchemaEntry> entries;
    const Status read = forEachRow(
        database, "SELECT type, name, tbl_name, sql FROM sqlite_schema", [&](const Statement& row) -> Status {
            if (entries.size() == maxEntries)
                return Error{fmt::format("{}: it has more than {} tables and indices", database.path(), maxEntries)};
            entries.push_back({row.text(0), row.text(1), row.text(2), compacted(row.text(3))});
            return success();
        });
    if (!read.isOk())
        return read.error();
    return entries;
}

using Make = Status (*)(Database&, std::int64_t version);

/// All that files of these versions can have in their schema, those that were brought from one to the next included.
std::set<SchemaEntry> entriesOf(Make make, std::int64_t newest)
{
    std::set<SchemaEntry> entries;
    for (std::int64_t version = 1; version <= newest; ++version) {
        Result<Database> database = Database::open(":memory:", Database::Access::Create);
        if (!database.isOk() || !make(database.value(), version).isOk())
            return {};
        Result<std::vector<SchemaEntry>> known = schemaOf(database.value());
        if (known.isOk())
            entries.insert(known.value().begin(), known.value().end());
    }
    return entries;
}

std::set<SchemaEntry> allEntries()
{
    std::set<SchemaEntry> all = entriesOf(makeRecordingSchema, recordingSchemaVersion);
    all.merge(entriesOf(
        [](Database& database, std::int64_t version) { return migrateIncidents(database, static_cast<int>(version)); },
        newestIncidentSchema()));
    // What SQLite itself keeps after ANALYZE.
    all.insert({"table", "sqlite_stat1", "sqlite_stat1", compacted("CREATE TABLE sqlite_stat1(tbl,idx,stat)")});
    all.insert(
        {"table", "sqlite_stat4", "sqlite_stat4", compacted("CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)")});
    return all;
}

std::string shortened(std::string name)
{
    constexpr std::size_t max = 60;
    for (char& letter : name) {
        if (static_cast<unsigned char>(letter) < 0x20)
            letter = ' ';
    }
    return name.size() > max ? name.substr(0, max) + "..." : name;
}

} // namespace

Status checkSchema(Database& database)
{
    static const std::set<SchemaEntry> known = allEntries();
    const Result<std::vector<SchemaEntry>> entries = schemaOf(database);
    if (!entries.isOk())
        return entries.error();
    for (const SchemaEntry& entry : entries.value()) {
        if (known.contains(entry))
            continue;
        const bool isPlain
            = (entry.type == "table" && !entry.sql.starts_with("CREATEVIRTUAL")) || entry.type == "index";
        return Error{fmt::format("{}: its {} \"{}\" is none that this Lockstep knows; {}", database.path(),
                                 isPlain                     ? entry.type
                                     : entry.type == "table" ? "virtual table"
                                                             : shortened(entry.type),
                                 shortened(entry.name),
                                 isPlain ? "the file is from a newer one, or was made by something else"
                                         : "its files never have any such, and it opens none that does")};
    }
    return success();
}

} // namespace lockstep
