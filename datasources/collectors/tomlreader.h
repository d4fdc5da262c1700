// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>
#include <toml++/toml.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Reads tables of a TOML file strictly and keeps the first thing that is wrong, with file and line. Each read leaves
/// its target alone when the key is absent. Used by the agent's configuration; lives for one parse.
class TomlReader
{
public:
    explicit TomlReader(std::string fileName) : m_fileName(std::move(fileName)) { }

    [[nodiscard]] const std::string& error() const { return m_error; }
    void fail(const toml::node& where, const std::string& message);

    /// Every key of the table must be one of these.
    void expectKeys(const toml::table& table, const std::string& tableName, const std::vector<std::string>& keys);
    /// The table of that name, or null.
    [[nodiscard]] const toml::table* table(const toml::table& parent, std::string_view key);

    void read(const toml::table& table, std::string_view key, std::string& target);
    void read(const toml::table& table, std::string_view key, bool& target);
    void read(const toml::table& table, std::string_view key, std::vector<std::string>& target);
    /// A whole or decimal number in a range; @p unit for the message.
    void read(const toml::table& table, std::string_view key, double& target, double least, double most,
              std::string_view unit);
    void read(const toml::table& table, std::string_view key, unsigned& target, unsigned least, unsigned most);

private:
    std::string m_fileName;
    std::string m_error;
};

} // namespace lockstep
