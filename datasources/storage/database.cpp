// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/storage/database.h"

#include <fmt/format.h>
#include <sqlite3.h>

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
        return "PRAGMA foreign_keys=ON";
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

} // namespace

void Database::Close::operator()(sqlite3* handle) const
{
    sqlite3_close_v2(handle);
}

Database::Database(Database&&) noexcept = default;
Database& Database::operator=(Database&&) noexcept = default;
Database::~Database() = default;

Result<Database> Database::open(const std::string& path, Access access)
{
    Database database(path);
    sqlite3* handle = nullptr;
    const int code = sqlite3_open_v2(path.c_str(), &handle, flagsFor(access), nullptr);
    database.m_handle.reset(handle); // also on failure: it carries the message
    if (code != SQLITE_OK)
        return database.errorNow();
    sqlite3_extended_result_codes(handle, 1);
    sqlite3_busy_timeout(handle, busyTimeoutMs);
    // What comes in a file from elsewhere is data: no functions with side effects from its schema.
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    if (const Status tuned = database.execute(tuningFor(access)); !tuned.isOk())
        return tuned.error();
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
    return Statement(handle);
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
    // Nothing can be told from here; what was not written was told by the statement that failed.
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
