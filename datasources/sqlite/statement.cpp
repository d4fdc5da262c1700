// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/sqlite/statement.h"

#include "models/core/visibletext.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

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

Status StatementGuard::checkLimits(const StatementUse& use)
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
    return !checkLimits(*m_running).isOk();
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
    if (const Status may = m_guard->checkLimits(m_use); !may.isOk())
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

} // namespace lockstep
