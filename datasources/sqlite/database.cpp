// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/sqlite/database.h"

#include "datasources/sqlite/incidentschema.h"
#include "datasources/sqlite/privatefile.h"
#include "datasources/sqlite/query.h"
#include "datasources/sqlite/recordingschema.h"
#include "models/core/budget.h"
#include "models/core/visibletext.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <set>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

/// SQLITE_TRANSIENT without its C cast: SQLite makes a copy.
const auto copyIt = reinterpret_cast<sqlite3_destructor_type>(std::intptr_t{-1});

} // namespace

StatementGuard::StatementGuard(std::string path) : m_path(std::move(path)) { }

StatementUse* StatementGuard::begin(StatementUse* use)
{
    return std::exchange(m_running, use);
}

void StatementGuard::measure()
{
    m_fileBytes = 0;
    for (const char* const part : {"", "-wal"}) {
        std::error_code error;
        const auto bytes = std::filesystem::file_size(m_path + part, error);
        m_fileBytes += error ? 0 : bytes;
    }
}

bool StatementGuard::isWithin(const StatementUse& use) const
{
    const std::uint64_t bytes = m_fileBytes + freeBytes;
    return use.rows <= bytes / minBytesOfRow && use.bytes <= readsPerByte * bytes
        && use.steps <= freeSteps + stepsPerByte * m_fileBytes;
}

Status StatementGuard::mayGoOn(const StatementUse& use)
{
    if (m_stop.stop_requested())
        return reason();
    if (isWithin(use) || m_path == ":memory:")
        return success();
    measure(); // it may have grown, or was never measured
    return isWithin(use) ? success() : Status(reason());
}

bool StatementGuard::endsAfterMore()
{
    if (m_stop.stop_requested())
        return true;
    if (!m_running)
        return false;
    m_running->steps += stepsPerCheck;
    return !mayGoOn(*m_running).isOk();
}

Error StatementGuard::reason() const
{
    if (m_stop.stop_requested())
        return {fmt::format("{}: reading was cancelled", m_path)};
    return {fmt::format(
        "{}: reading takes more steps than a file of {} bytes can require; the file is damaged or malicious", m_path,
        m_fileBytes)};
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const
{
    sqlite3_finalize(statement);
}

void Statement::noteBinding(int code)
{
    if (code != SQLITE_OK && m_bindError == SQLITE_OK)
        m_bindError = code;
}

Statement& Statement::bind(int parameter, std::int64_t value)
{
    noteBinding(sqlite3_bind_int64(m_handle.get(), parameter, value));
    return *this;
}

Statement& Statement::bind(int parameter, double value)
{
    noteBinding(sqlite3_bind_double(m_handle.get(), parameter, value));
    return *this;
}

Statement& Statement::bind(int parameter, std::string_view text)
{
    // A null pointer would bind NULL instead of an empty text.
    noteBinding(sqlite3_bind_text64(m_handle.get(), parameter, text.data() ? text.data() : "", text.size(), copyIt,
                                    SQLITE_UTF8));
    return *this;
}

Statement& Statement::bind(int parameter, std::span<const std::byte> bytes)
{
    noteBinding(bytes.empty() ? sqlite3_bind_zeroblob(m_handle.get(), parameter, 0)
                              : sqlite3_bind_blob64(m_handle.get(), parameter, bytes.data(), bytes.size(), copyIt));
    return *this;
}

Statement& Statement::borrow(int parameter, std::span<const std::byte> bytes)
{
    m_hasBorrowed = true;
    noteBinding(bytes.empty()
                    ? sqlite3_bind_zeroblob(m_handle.get(), parameter, 0)
                    : sqlite3_bind_blob64(m_handle.get(), parameter, bytes.data(), bytes.size(), SQLITE_STATIC));
    return *this;
}

Statement& Statement::bindNull(int parameter)
{
    noteBinding(sqlite3_bind_null(m_handle.get(), parameter));
    return *this;
}

Result<bool> Statement::step()
{
    sqlite3* const database = sqlite3_db_handle(m_handle.get());
    if (m_bindError != SQLITE_OK)
        return Error{fmt::format("{}: {} in {}", sqlite3_db_filename(database, "main"), sqlite3_errstr(m_bindError),
                                 sqlite3_sql(m_handle.get()))};
    if (sqlite3_stmt_busy(m_handle.get()) == 0)
        m_use = {};
    if (const Status may = m_guard->mayGoOn(m_use); !may.isOk())
        return may.error();
    StatementUse* const waiting = m_guard->begin(&m_use);
    const int code = sqlite3_step(m_handle.get());
    m_guard->end(waiting);
    switch (code) {
    case SQLITE_ROW:
        ++m_use.rows;
        return true;
    case SQLITE_DONE:
        return false;
    case SQLITE_INTERRUPT:
        return m_guard->reason();
    default: {
        const char* const file = sqlite3_db_filename(database, "main");
        return Error{fmt::format("{}: {}", file ? file : "(in memory)", sqlite3_errmsg(database))};
    }
    }
}

Status Statement::run()
{
    Result<bool> row = step();
    while (row.isOk() && row.value())
        row = step();
    reset();
    if (std::exchange(m_hasBorrowed, false))
        sqlite3_clear_bindings(m_handle.get());
    if (!row.isOk())
        return row.error();
    return success();
}

void Statement::reset()
{
    sqlite3_reset(m_handle.get());
}

bool Statement::isNull(int column) const
{
    return sqlite3_column_type(m_handle.get(), column) == SQLITE_NULL;
}

std::int64_t Statement::integer(int column) const
{
    return sqlite3_column_int64(m_handle.get(), column);
}

double Statement::real(int column) const
{
    return isNull(column) ? std::numeric_limits<double>::quiet_NaN() : sqlite3_column_double(m_handle.get(), column);
}

std::optional<float> Statement::optionalReal(int column) const
{
    const auto value = static_cast<float>(real(column));
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::string Statement::text(int column) const
{
    const std::span<const std::byte> raw = bytes(column);
    return {reinterpret_cast<const char*>(raw.data()), raw.size()};
}

std::string Statement::line(int column) const
{
    return visibleLine(text(column));
}

std::span<const std::byte> Statement::bytes(int column) const
{
    const auto* data = static_cast<const std::byte*>(sqlite3_column_blob(m_handle.get(), column));
    const int size = sqlite3_column_bytes(m_handle.get(), column);
    m_use.bytes += static_cast<std::uint64_t>(size);
    return data ? std::span(data, static_cast<std::size_t>(size)) : std::span<const std::byte>();
}

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
        // Checks pages of untrusted files for overlapping cells.
        return "PRAGMA foreign_keys=ON; PRAGMA cell_size_check=ON";
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

void Database::allowNothingButReading()
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
    if (access == Access::Build && !isOursToReplace(path))
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
        database.allowNothingButReading();
    return database;
}

Error Database::errorNow() const
{
    if (!m_handle)
        return {fmt::format("{}: out of memory", m_path)};
    // SQLite says only "disk I/O error" when it cannot extend the files beside a database.
    const int code = sqlite3_errcode(m_handle.get()) & 0xFF;
    const int reason = code == SQLITE_IOERR || code == SQLITE_CANTOPEN ? sqlite3_system_errno(m_handle.get()) : 0;
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
