// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/sqlite/database.h"
#include "models/core/time.h"

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace lockstep {

/// Short forms of common uses of a Statement: bind in order, run, visit each row.

inline void bindValue(Statement& statement, int parameter, std::string_view value)
{
    statement.bind(parameter, value);
}
inline void bindValue(Statement& statement, int parameter, std::span<const std::byte> value)
{
    statement.bind(parameter, value);
}
inline void bindValue(Statement& statement, int parameter, double value)
{
    statement.bind(parameter, value);
}
inline void bindValue(Statement& statement, int parameter, TimePoint value)
{
    statement.bind(parameter, std::int64_t{value.time_since_epoch().count()});
}
inline void bindValue(Statement& statement, int parameter, Duration value)
{
    statement.bind(parameter, std::int64_t{value.count()});
}
template <class Whole>
requires std::integral<Whole> || std::is_enum_v<Whole>
void bindValue(Statement& statement, int parameter, Whole value)
{
    statement.bind(parameter, static_cast<std::int64_t>(value));
}
template <class T>
void bindValue(Statement& statement, int parameter, const std::optional<T>& value)
{
    if (value)
        bindValue(statement, parameter, *value);
    else
        statement.bindNull(parameter);
}

/// Binds the values to parameters 1, 2, ... of a prepared statement.
template <class... Values>
void bindAll(Statement& statement, const Values&... values)
{
    int parameter = 0;
    (bindValue(statement, ++parameter, values), ...);
}

/// Runs a statement that returns no rows.
template <class... Values>
Status run(Database& database, std::string_view sql, const Values&... values)
{
    Result<Statement> statement = database.prepare(sql);
    if (!statement.isOk())
        return statement.error();
    bindAll(statement.value(), values...);
    return statement.value().run();
}

/// Calls @p row(statement) for each row. It returns a Status; an Error ends the query.
template <class Row, class... Values>
Status forEachRow(Statement& statement, Row&& row, const Values&... values)
{
    bindAll(statement, values...);
    for (;;) {
        const Result<bool> next = statement.step();
        if (!next.isOk())
            return next.error();
        if (!next.value())
            return success();
        if (Status read = row(statement); !read.isOk())
            return read;
    }
}

template <class Row, class... Values>
Status forEachRow(Database& database, std::string_view sql, Row&& row, const Values&... values)
{
    Result<Statement> statement = database.prepare(sql);
    if (!statement.isOk())
        return statement.error();
    return forEachRow(statement.value(), std::forward<Row>(row), values...);
}

/// Prepares a statement on first use and keeps it.
inline Status prepare(Database& database, std::optional<Statement>& kept, std::string_view sql)
{
    if (kept)
        return success();
    Result<Statement> statement = database.prepare(sql);
    if (!statement.isOk())
        return statement.error();
    kept = std::move(statement).value();
    return success();
}

/// The same with a statement that is prepared once and reused.
template <class Row, class... Values>
Status forEachRow(Database& database, std::optional<Statement>& kept, std::string_view sql, Row&& row,
                  const Values&... values)
{
    if (Status ready = prepare(database, kept, sql); !ready.isOk())
        return ready;
    const Status read = forEachRow(*kept, std::forward<Row>(row), values...);
    kept->reset(); // otherwise it keeps its snapshot of the file
    return read;
}

/// The results of @p make(row) for all rows.
template <class Make, class... Values>
auto rowsOf(Database& database, std::string_view sql, const Make& make, const Values&... values)
    -> Result<std::vector<std::invoke_result_t<Make, const Statement&>>>
{
    std::vector<std::invoke_result_t<Make, const Statement&>> made;
    const auto add = [&](const Statement& row) {
        made.push_back(make(row));
        return success();
    };
    if (Status read = forEachRow(database, sql, add, values...); !read.isOk())
        return read.error();
    return made;
}

/// The same for at most one row.
template <class Make, class... Values>
auto rowOf(Database& database, std::string_view sql, const Make& make, const Values&... values)
    -> Result<std::optional<std::invoke_result_t<Make, const Statement&>>>
{
    std::optional<std::invoke_result_t<Make, const Statement&>> made;
    const auto take = [&](const Statement& row) {
        made = make(row);
        return success();
    };
    if (Status read = forEachRow(database, sql, take, values...); !read.isOk())
        return read.error();
    return made;
}

/// A time from a file, limited to 1896 to 2043 so that differences and small multiples of untrusted times do not
/// overflow.
[[nodiscard]] inline TimePoint timeOf(const Statement& statement, int column)
{
    constexpr std::int64_t farthest = std::int64_t{1} << 61;
    return TimePoint(Duration(std::clamp(statement.integer(column), -farthest, farthest)));
}

/// An index or a small count from a file.
[[nodiscard]] inline std::uint32_t indexAt(const Statement& statement, int column)
{
    return static_cast<std::uint32_t>(statement.integer(column));
}

/// Clamps to the valid values of an enumeration that ends with @p last.
template <class Enum>
[[nodiscard]] Enum enumAt(const Statement& statement, int column, Enum last)
{
    return static_cast<Enum>(std::clamp<std::int64_t>(statement.integer(column), 0, static_cast<std::int64_t>(last)));
}

} // namespace lockstep
