// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/sqlite/database.h"

#include "datasources/sqlite/knownschema.h"
#include "datasources/sqlite/privatefile.h"
#include "models/core/budget.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace lockstep {

namespace {

// Another dashboard's write takes milliseconds; a backup may take a second or two.
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
        // Pages of a file from elsewhere may be put together to be misread.
        return "PRAGMA foreign_keys=ON; PRAGMA cell_size_check=ON";
    case Database::Access::Build:
        // Blocks of columns are megabytes: large pages are a third of the work. Must come before the first write.
        return "PRAGMA page_size=65536; PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=MEMORY; "
               "PRAGMA synchronous=OFF; PRAGMA foreign_keys=ON";
    case Database::Access::ReadWrite:
    case Database::Access::Create:
        break;
    }
    return "PRAGMA foreign_keys=ON; PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL";
}

/// Nothing that a schema could make run; and no value, statement or table beyond what ours ever have.
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

/// What a connection that only reads has any use for.
int allowReading(void* /*unused*/, int action, const char* what, const char* value, const char* /*database*/,
                 const char* /*trigger*/)
{
    constexpr std::array functions{"min", "max", "total", "count", "length", "substr", "printf", "lower"};
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_TRANSACTION:
        return SQLITE_OK;
    case SQLITE_FUNCTION: // its name comes second
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

void Database::allowNothingButReading()
{
    sqlite3_drop_modules(m_handle.get(), nullptr); // no virtual tables: those of incidents are searched by their owner
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
    if (access == Access::Build && !isOursToReplace(path))
        return Error{fmt::format("{}: somebody else's file is in the way", path)};
    const bool mayMake = access == Access::Create || access == Access::Build;
    if (const Status plain = !isFile ? success() : mayMake ? makePrivateFile(path) : arePlainFiles(path); !plain.isOk())
        return plain.error();
    sqlite3* handle = nullptr;
    const int code = sqlite3_open_v2(path.c_str(), &handle, flagsFor(access), nullptr);
    database.m_handle.reset(handle); // also on failure: it carries the message
    if (code != SQLITE_OK)
        return database.errorNow();
    sqlite3_extended_result_codes(handle, 1);
    sqlite3_busy_timeout(handle, busyTimeoutMs);
    harden(handle);
    sqlite3_progress_handler(
        handle, StatementGuard::stepsPerLook,
        [](void* guard) { return static_cast<StatementGuard*>(guard)->endsAfterMore() ? 1 : 0; },
        database.m_guard.get());
    // What is being built is nobody's but ours.
    if (isFile && access != Access::Build) {
        if (const Status known = checkSchema(database); !known.isOk())
            return known.error();
    }
    if (const Status tuned = database.execute(tuningFor(access)); !tuned.isOk())
        return tuned.error();
    if (access == Access::ReadOnly)
        database.allowNothingButReading();
    return database;
}

Error Database::errorNow() const
{
    return {fmt::format("{}: {}", m_path, m_handle ? sqlite3_errmsg(m_handle.get()) : "out of memory")};
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
        return Error{fmt::format("{}: nothing found by {}", m_path, sql)};
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
    // Nothing can be reported from here; the statement that failed has reported what was not written.
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
