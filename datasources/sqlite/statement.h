// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

struct sqlite3_stmt;

namespace lockstep {

/// Resources used by one run of a statement.
struct StatementUse
{
    std::uint64_t rows = 0;
    std::uint64_t bytes = 0; ///< of accessed texts and blobs
    std::uint64_t steps = 0; ///< approximate steps of SQLite's virtual machine
};

/// Bounds the cost of a statement by its file's size, because a damaged file can yield endless rows. Also ends all
/// statements of a connection when a stop is requested. One per connection; used by the connection's thread, only the
/// stop may be requested from others.
class StatementGuard
{
public:
    /// Minimum size of a row in a file.
    static constexpr std::uint64_t minBytesOfRow = 4;
    /// A normal statement accesses each byte a few times at most.
    static constexpr std::uint64_t readsPerByte = 4;
    /// Steps of SQLite's virtual machine. A normal scan takes less than one per byte.
    static constexpr std::uint64_t stepsPerByte = 4;
    /// Allowance for any file, however small.
    static constexpr std::uint64_t freeBytes = 1U << 20U;
    static constexpr std::uint64_t freeSteps = 20'000'000;
    /// Virtual machine steps between two checks of the limits.
    static constexpr int stepsPerCheck = 4096;

    /// @param path of a file; a database in memory is not limited
    explicit StatementGuard(std::string path);

    void stopWith(std::stop_token stop) { m_stop = std::move(stop); }
    [[nodiscard]] const std::stop_token& stop() const { return m_stop; }
    [[nodiscard]] const std::string& path() const { return m_path; }

    /// Sets the running statement. @return the one interrupted by it
    StatementUse* begin(StatementUse* use);
    void end(StatementUse* waiting) { m_running = waiting; }

    /// Call before a step, and after a row. The Error gives the reason to stop.
    [[nodiscard]] Status checkLimits(const StatementUse& use);
    /// SQLite's progress handler. @return true: interrupt the statement
    [[nodiscard]] bool endsAfterMore();
    /// The reason why endsAfterMore() interrupted a statement.
    [[nodiscard]] Error reason() const;

private:
    [[nodiscard]] bool isWithin(const StatementUse& use) const;
    void measure();

    std::string m_path;
    std::stop_token m_stop;
    StatementUse* m_running = nullptr;
    std::uint64_t m_fileBytes = 0; ///< including the log; 0: not measured yet
};

/// A prepared statement of a Database, which must outlive it. Parameters are numbered from 1, columns from 0. Bound
/// texts and bytes are copied.
class Statement
{
public:
    Statement& bind(int parameter, std::int64_t value);
    Statement& bind(int parameter, double value);
    Statement& bind(int parameter, std::string_view text);
    Statement& bind(int parameter, std::span<const std::byte> bytes);
    Statement& bindNull(int parameter);
    /// Binds bytes without copying: they must stay valid until run() has returned, which also unbinds them.
    Statement& borrow(int parameter, std::span<const std::byte> bytes);

    /// Advances to the next row. @return false at the end
    [[nodiscard]] Result<bool> step();
    /// Runs a statement that returns no rows, and resets it for new values.
    Status run();
    void reset(); ///< resets for another run; bindings stay

    [[nodiscard]] bool isNull(int column) const;
    [[nodiscard]] std::int64_t integer(int column) const;
    [[nodiscard]] double real(int column) const;
    [[nodiscard]] std::optional<float> optionalReal(int column) const; ///< nullopt: not a number
    [[nodiscard]] std::string text(int column) const;
    [[nodiscard]] std::string line(int column) const; ///< a name or sentence, escaped by visibleLine()
    /// Valid until the next step.
    [[nodiscard]] std::span<const std::byte> bytes(int column) const;

private:
    friend class Database;
    struct Finalize
    {
        void operator()(sqlite3_stmt* statement) const;
    };

    Statement(sqlite3_stmt* handle, StatementGuard& guard) : m_handle(handle), m_guard(&guard) { }
    void noteBinding(int code);

    std::unique_ptr<sqlite3_stmt, Finalize> m_handle;
    StatementGuard* m_guard; ///< owned by the connection
    mutable StatementUse m_use; ///< for this run
    bool m_hasBorrowed = false;
    int m_bindError = 0; ///< first error of bind(); reported by step()
};

} // namespace lockstep
