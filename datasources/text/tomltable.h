// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"
#include "models/core/time.h"

#include <toml++/toml.h>

#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace lockstep {

/// The tables of a TOML file, or "file:line:column: message". No exception leaves it.
[[nodiscard]] Result<toml::table> parseToml(std::string_view text, const std::string& origin);

/// Reads one TOML table key by key and keeps the first error, with file and line. Unread keys are errors too, so that a
/// misspelt key is not silently ignored. Used within one function.
class TomlTable
{
public:
    /// @param title name of the table in errors: "[[rack]]"
    TomlTable(const toml::table& table, std::string origin, std::string title);

    [[nodiscard]] bool has(std::string_view key) const { return m_table.contains(key); }
    [[nodiscard]] std::string text(std::string_view key); ///< required, not empty
    [[nodiscard]] std::string textOr(std::string_view key, std::string fallback);
    [[nodiscard]] std::optional<std::size_t> count(std::string_view key, std::size_t min, std::size_t max);
    /// @param unit for error messages
    [[nodiscard]] std::optional<double> number(std::string_view key, double min, double max,
                                               std::string_view unit = {});
    /// Replaces a duration by the key's, if there is one, in whole milliseconds.
    void seconds(std::string_view key, std::chrono::milliseconds& value, double min, double max);
    [[nodiscard]] std::optional<bool> flag(std::string_view key);
    /// A date and time with its offset from UTC: 2026-11-21T03:12:44Z.
    [[nodiscard]] std::optional<TimePoint> moment(std::string_view key);
    /// A list of texts; nullopt if the key is absent.
    [[nodiscard]] std::optional<std::vector<std::string>> texts(std::string_view key);
    /// The same; a single text is a list of one.
    [[nodiscard]] std::optional<std::vector<std::string>> textList(std::string_view key);
    /// The tables of an array of tables; empty if there is none.
    [[nodiscard]] std::vector<const toml::table*> tables(std::string_view key);
    [[nodiscard]] const toml::table* table(std::string_view key);

    /// "file:line:column: message", with the position of the key, or of the table if the key is absent.
    [[nodiscard]] Error errorAt(std::string_view key, std::string_view message) const;

    /// Sets an error unless one is set already.
    void fail(std::string_view key, std::string_view message);

    /// The first error; success if there is none and every key was read.
    [[nodiscard]] Status finish();
    /// The value that was read, or the first error.
    template <class Value>
    [[nodiscard]] Result<Value> finished(Value value)
    {
        const Status status = finish();
        return status.isOk() ? Result<Value>(std::move(value)) : Result<Value>(status.error());
    }

private:
    const toml::node* find(std::string_view key);

    const toml::table& m_table;
    const std::string m_origin;
    const std::string m_title;
    std::set<std::string, std::less<>> m_asked;
    std::optional<Error> m_error;
};

} // namespace lockstep
