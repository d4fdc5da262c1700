// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/sqlite/statement.h"
#include "datasources/sqlite/statementguard.h"
#include "models/core/result.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct sqlite3;

namespace lockstep {

/// One connection to a SQLite file. Used by one thread at a time; closing is the destructor's. Files that we write are
/// in WAL mode, with a busy time-out, so that several processes share one file.
///
/// The one place where files are opened that may come from anybody: what stands in them is data. A schema that no
/// Lockstep writes is refused (checkSchema()), nothing in it is ever run, and no statement costs more than the file's
/// size allows (StatementGuard). The one place too where databases are made: for their owner alone.
class Database
{
public:
    /// Build: makes a file that is thrown away unless it gets finished. Nobody else opens it meanwhile, no log stands
    /// beside it, and it is safe from a power cut only once it was flushed to the disk (UnfinishedFile).
    enum class Access : std::uint8_t { ReadOnly, ReadWrite, Create, Build };

    /// @param path file, or ":memory:"
    /// @param stop ends what is being read, this opening included
    [[nodiscard]] static Result<Database> open(const std::string& path, Access access, std::stop_token stop = {});

    Database(Database&&) noexcept;
    Database& operator=(Database&&) noexcept;
    ~Database();

    /// From now on that ends what is being read: each statement soon gives an Error.
    void stopWith(std::stop_token stop) { m_guard->stopWith(std::move(stop)); }

    [[nodiscard]] const std::stop_token& stop() const { return m_guard->stop(); }

    /// Runs one or more statements that yield nothing of interest.
    Status execute(const std::string& sql);
    [[nodiscard]] Result<Statement> prepare(std::string_view sql);
    /// The single number that a query yields ("PRAGMA user_version"); an Error when it yields no row.
    [[nodiscard]] Result<std::int64_t> number(std::string_view sql);

    [[nodiscard]] std::int64_t changes() const; ///< rows that the last statement changed
    [[nodiscard]] const std::string& path() const { return m_path; }
    [[nodiscard]] sqlite3* handle() const { return m_handle.get(); }

private:
    struct Close
    {
        void operator()(sqlite3* handle) const;
    };

    explicit Database(std::string path);
    [[nodiscard]] Error errorNow() const;
    void allowNothingButReading();

    std::string m_path;
    std::unique_ptr<StatementGuard> m_guard; ///< before the connection, which asks it
    std::unique_ptr<sqlite3, Close> m_handle;
};

/// Writes that happen together or not at all: rolled back unless committed. Takes the write lock at once, so that two
/// writers wait for each other instead of failing half way.
class Transaction
{
public:
    [[nodiscard]] static Result<Transaction> begin(Database& database);

    Transaction(Transaction&& other) noexcept;
    Transaction& operator=(Transaction&&) = delete;
    ~Transaction();

    Status commit();

private:
    explicit Transaction(Database& database) : m_database(&database) { }

    Database* m_database; ///< null: over
};

} // namespace lockstep
