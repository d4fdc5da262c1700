// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/sqlite/database.h"

#include "datasources/sqlite/incidentschema.h"
#include "datasources/sqlite/privatefile.h"
#include "datasources/sqlite/query.h"
#include "datasources/sqlite/recordingschema.h"
#include "models/core/budget.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>
#include <unistd.h>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

struct SchemaEntry
{
    std::string type;
    std::string name;
    std::string table;
    std::string sql; ///< without spaces, because line breaks do not matter; empty for SQLite's own entries

    friend auto operator<=>(const SchemaEntry&, const SchemaEntry&) = default;
};

constexpr std::size_t maxEntries = 1000; ///< a valid bundle has about 50

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
                return Error{fmt::format("{}: expected at most {} tables and indices", database.path(), maxEntries)};
            entries.push_back({row.text(0), row.text(1), row.text(2), compacted(row.text(3))});
            return success();
        });
    if (!read.isOk())
        return read.error();
    return entries;
}

using Make = Status (*)(Database&, std::int64_t version);

/// All possible schema entries of these versions, including those of migrated files.
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
    // SQLite's own tables after ANALYZE.
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

/// Compares a file's schema with the schemas that this and earlier versions of Lockstep have written: recordings,
/// incidents, or both in a bundle. Files are untrusted, so unknown entries are rejected, including everything that
/// could run code (views, triggers, virtual and generated columns, checks, unusual indices).
/// @return an Error that names the file and the first unknown entry
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
        return Error{fmt::format("{}: unknown {} \"{}\"; {}", database.path(),
                                 isPlain                     ? entry.type
                                     : entry.type == "table" ? "virtual table"
                                                             : shortened(entry.type),
                                 shortened(entry.name),
                                 isPlain ? "the file is from a newer version or another program"
                                         : "Lockstep files never contain one, so the file is rejected")};
    }
    return success();
}

// Another dashboard's write takes milliseconds, a backup a second or two.
constexpr int busyTimeoutMs = 5000;

int flagsFor(Database::Access access)
{
    // NOMUTEX: a connection belongs to one thread at a time.
    constexpr int common = SQLITE_OPEN_NOMUTEX;
    switch (access) {
    case Database::Access::ReadOnly:
        return common | SQLITE_OPEN_READONLY;
    case Database::Access::ReadWrite:
        return common | SQLITE_OPEN_READWRITE;
    case Database::Access::Create:
    case Database::Access::Build:
        break;
    }
    return common | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
}

const char* tuningFor(Database::Access access)
{
    switch (access) {
    case Database::Access::ReadOnly:
        // Checks pages of untrusted files for overlapping cells. The cache (KiB) is small because a window has several
        // connections to each of a hundred segments, and keeps what it has read in caches of its own.
        return "PRAGMA foreign_keys=ON; PRAGMA cell_size_check=ON; PRAGMA cache_size=-512";
    case Database::Access::Build:
        // Blocks of columns are megabytes: large pages reduce the work to a third. Must be set before the first write.
        return "PRAGMA page_size=65536; PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=MEMORY; "
               "PRAGMA synchronous=OFF; PRAGMA foreign_keys=ON";
    case Database::Access::ReadWrite:
    case Database::Access::Create:
        break;
    }
    return "PRAGMA foreign_keys=ON; PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL";
}

/// Disables everything that a schema could execute, and limits values, statements and tables to sizes that Lockstep
/// uses.
void harden(sqlite3* handle)
{
    for (const auto& [option, value] : {std::pair{SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
                                        {SQLITE_DBCONFIG_DEFENSIVE, 1},
                                        {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
                                        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
                                        {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0}})
        sqlite3_db_config(handle, option, value, nullptr);
    for (const auto& [limit, value] : {std::pair{SQLITE_LIMIT_LENGTH, static_cast<int>(budget::storedValueBytes)},
                                       {SQLITE_LIMIT_COLUMN, 64},
                                       {SQLITE_LIMIT_SQL_LENGTH, 1 << 20},
                                       {SQLITE_LIMIT_EXPR_DEPTH, 100},
                                       {SQLITE_LIMIT_COMPOUND_SELECT, 10},
                                       {SQLITE_LIMIT_FUNCTION_ARG, 16},
                                       {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000},
                                       {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
                                       {SQLITE_LIMIT_WORKER_THREADS, 0}})
        sqlite3_limit(handle, limit, value);
}

/// Operations that a read-only connection needs.
int allowReading(void* /*unused*/, int action, const char* what, const char* value, const char* /*database*/,
                 const char* /*trigger*/)
{
    constexpr std::array functions{"min", "max", "total", "count", "length", "substr", "printf", "lower"};
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_TRANSACTION:
        return SQLITE_OK;
    case SQLITE_FUNCTION: // the name is the second argument
        return value && std::ranges::find(functions, std::string_view(value)) != functions.end() ? SQLITE_OK
                                                                                                 : SQLITE_DENY;
    case SQLITE_PRAGMA:
        return what && std::string_view(what) == "data_version" && !value ? SQLITE_OK : SQLITE_DENY;
    default:
        return SQLITE_DENY;
    }
}

} // namespace

Database::Database(std::string path) : m_path(std::move(path)), m_guard(std::make_unique<StatementGuard>(m_path)) { }

void Database::setReadOnly()
{
    sqlite3_drop_modules(m_handle.get(), nullptr); // no virtual tables in files that are only read
    sqlite3_limit(m_handle.get(), SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_set_authorizer(m_handle.get(), allowReading, nullptr);
}

void Database::Close::operator()(sqlite3* handle) const
{
    sqlite3_close_v2(handle);
}

Database::Database(Database&&) noexcept = default;
Database& Database::operator=(Database&&) noexcept = default;
Database::~Database() = default;

Result<Database> Database::open(const std::string& path, Access access, std::stop_token stop)
{
    Database database(path);
    database.stopWith(std::move(stop));
    const bool isFile = path != ":memory:";
    if (access == Access::Build && !isReplaceable(path))
        return Error{fmt::format("{}: exists and belongs to another user", path)};
    const bool mayMake = access == Access::Create || access == Access::Build;
    if (const Status plain = !isFile ? success() : mayMake ? makePrivateFile(path) : arePlainFiles(path); !plain.isOk())
        return plain.error();
    sqlite3* handle = nullptr;
    const int code = sqlite3_open_v2(path.c_str(), &handle, flagsFor(access), nullptr);
    database.m_handle.reset(handle); // also on failure, because it holds the message
    if (code != SQLITE_OK)
        return database.errorNow();
    sqlite3_extended_result_codes(handle, 1);
    sqlite3_busy_timeout(handle, busyTimeoutMs);
    harden(handle);
    sqlite3_progress_handler(
        handle, StatementGuard::stepsPerCheck,
        [](void* guard) { return static_cast<StatementGuard*>(guard)->endsAfterMore() ? 1 : 0; },
        database.m_guard.get());
    // A file that is being built was created here.
    if (isFile && access != Access::Build) {
        if (const Status known = checkSchema(database); !known.isOk())
            return known.error();
    }
    if (const Status tuned = database.execute(tuningFor(access)); !tuned.isOk())
        return tuned.error();
    if (access == Access::ReadOnly)
        database.setReadOnly();
    return database;
}

Error Database::errorNow() const
{
    if (!m_handle)
        return {fmt::format("{}: out of memory", m_path)};
    // SQLite says only "disk I/O error" when it cannot extend the files beside a database.
    const int code = sqlite3_errcode(m_handle.get()) & 0xFF;
    int reason = code == SQLITE_IOERR || code == SQLITE_CANTOPEN ? sqlite3_system_errno(m_handle.get()) : 0;
    // If it cannot create the log beside a database, it looks for an existing one, whose absence is not the reason.
    if (reason == ENOENT && ::access(m_path.c_str(), F_OK) == 0
        && ::access(std::filesystem::absolute(m_path).parent_path().c_str(), W_OK) != 0)
        reason = errno;
    return {fmt::format("{}: {}{}", m_path, sqlite3_errmsg(m_handle.get()),
                        reason == 0 ? "" : fmt::format(" ({})", std::strerror(reason)))};
}

Status Database::execute(const std::string& sql)
{
    if (sqlite3_exec(m_handle.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
        return errorNow();
    return success();
}

Result<Statement> Database::prepare(std::string_view sql)
{
    sqlite3_stmt* handle = nullptr;
    if (sqlite3_prepare_v2(m_handle.get(), sql.data(), static_cast<int>(sql.size()), &handle, nullptr) != SQLITE_OK)
        return errorNow();
    return Statement(handle, *m_guard);
}

Result<std::int64_t> Database::number(std::string_view sql)
{
    Result<Statement> statement = prepare(sql);
    if (!statement.isOk())
        return statement.error();
    const Result<bool> row = statement.value().step();
    if (!row.isOk())
        return row.error();
    if (!row.value())
        return Error{fmt::format("{}: no rows found by {}", m_path, sql)};
    return statement.value().integer(0);
}

std::int64_t Database::changes() const
{
    return sqlite3_changes64(m_handle.get());
}

Result<Transaction> Transaction::begin(Database& database)
{
    if (const Status begun = database.execute("BEGIN IMMEDIATE"); !begun.isOk())
        return begun.error();
    return Transaction(database);
}

Transaction::Transaction(Transaction&& other) noexcept : m_database(std::exchange(other.m_database, nullptr)) { }

Transaction::~Transaction()
{
    // Cannot be reported here; the failed statement has reported the error.
    if (m_database)
        (void)m_database->execute("ROLLBACK");
}

Status Transaction::commit()
{
    Status committed = m_database->execute("COMMIT");
    if (committed.isOk())
        m_database = nullptr;
    return committed;
}

} // namespace lockstep
