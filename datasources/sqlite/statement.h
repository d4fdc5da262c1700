// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/sqlite/statementguard.h"
#include "models/core/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

struct sqlite3_stmt;

namespace lockstep {

/// A prepared statement of a Database, which must outlive it. Parameters count from 1, columns from 0. Bound texts and
/// bytes are copied.
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
