// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/sqlite/statement.h"
#include "models/core/result.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace lockstep {

/// A connection to a SQLite file. One thread at a time; closed by the destructor. Files use WAL mode and a busy
/// time-out, so that several processes can share one. Files may be untrusted, and are opened only here: an unknown
/// schema is rejected (checkSchema()), no code in a file is executed, and the cost of a statement is bounded by the
/// file's size (StatementGuard). New files are created readable by their owner only.
class Database
{
public:
    /// Build: creates a file that is discarded unless it is finished. It has no log, no other process opens it, and it
    /// is safe from a power failure only after a flush (UnfinishedFile).
    enum class Access : std::uint8_t { ReadOnly, ReadWrite, Create, Build };

    /// @param path file, or ":memory:"
    /// @param stop cancels reading, including this call
    [[nodiscard]] static Result<Database> open(const std::string& path, Access access, std::stop_token stop = {});

    Database(Database&&) noexcept;
    Database& operator=(Database&&) noexcept;
    ~Database();

    /// Cancels current and later statements with an Error when a stop is requested.
    void stopWith(std::stop_token stop) { m_guard->stopWith(std::move(stop)); }

    [[nodiscard]] const std::stop_token& stop() const { return m_guard->stop(); }

    /// Runs one or more statements without results.
    Status execute(const std::string& sql);
    [[nodiscard]] Result<Statement> prepare(std::string_view sql);
    /// The single number returned by a query ("PRAGMA user_version"); an Error if it returns no row.
    [[nodiscard]] Result<std::int64_t> number(std::string_view sql);

    [[nodiscard]] std::int64_t changes() const; ///< number of rows changed by the last statement
    [[nodiscard]] const std::string& path() const { return m_path; }
    [[nodiscard]] sqlite3* handle() const { return m_handle.get(); }

private:
    struct Close
    {
        void operator()(sqlite3* handle) const;
    };

    explicit Database(std::string path);
    [[nodiscard]] Error errorNow() const;
    void setReadOnly();

    std::string m_path;
    std::unique_ptr<StatementGuard> m_guard; ///< constructed before the connection, which uses it
    std::unique_ptr<sqlite3, Close> m_handle;
};

/// A transaction: rolled back unless committed. Takes the write lock at once, so that two writers wait for each other
/// instead of failing midway.
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

    Database* m_database; ///< null: finished
};

} // namespace lockstep
