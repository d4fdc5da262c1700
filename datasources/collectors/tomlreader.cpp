// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/tomlreader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lockstep {

void TomlReader::fail(const toml::node& where, const std::string& message)
{
    if (m_error.empty())
        m_error = fmt::format("{}:{}: {}", m_fileName, where.source().begin.line, message);
}

void TomlReader::expectKeys(const toml::table& table, const std::string& tableName,
                            const std::vector<std::string>& keys)
{
    for (const auto& [key, value] : table) {
        if (std::ranges::find(keys, key.str()) != keys.end())
            continue;
        // A key's own line; a value may start on a later one.
        if (m_error.empty())
            m_error = fmt::format("{}:{}: unknown key \"{}\" {}; expected one of: {}", m_fileName,
                                  key.source().begin.line, key.str(),
                                  tableName.empty() ? "at the top" : "in [" + tableName + "]", fmt::join(keys, ", "));
    }
}

const toml::table* TomlReader::table(const toml::table& parent, std::string_view key)
{
    const toml::node* node = parent.get(key);
    if (node && !node->is_table())
        fail(*node, fmt::format("\"{}\" must be a table, [{}]", key, key));
    return node ? node->as_table() : nullptr;
}

void TomlReader::read(const toml::table& table, std::string_view key, std::string& target)
{
    const toml::node* node = table.get(key);
    if (!node)
        return;
    if (const auto* text = node->as_string())
        target = text->get();
    else
        fail(*node, fmt::format("\"{}\" must be a string", key));
}

void TomlReader::read(const toml::table& table, std::string_view key, bool& target)
{
    const toml::node* node = table.get(key);
    if (!node)
        return;
    if (const auto* flag = node->as_boolean())
        target = flag->get();
    else
        fail(*node, fmt::format("\"{}\" must be true or false", key));
}

void TomlReader::read(const toml::table& table, std::string_view key, std::vector<std::string>& target)
{
    const toml::node* node = table.get(key);
    if (!node)
        return;
    const toml::array* array = node->as_array();
    const bool isList = array && std::ranges::all_of(*array, [](const toml::node& item) { return item.is_string(); });
    if (!isList) {
        fail(*node, fmt::format("\"{}\" must be a list of strings", key));
        return;
    }
    target.clear();
    for (const toml::node& item : *array)
        target.push_back(item.as_string()->get());
}

void TomlReader::read(const toml::table& table, std::string_view key, double& target, double least, double most,
                      std::string_view unit)
{
    const toml::node* node = table.get(key);
    if (!node)
        return;
    const double value = node->is_number() ? node->value<double>().value_or(NAN) : NAN;
    if (value >= least && value <= most)
        target = value;
    else
        fail(*node, fmt::format("\"{}\" must be a number from {} to {} {}", key, least, most, unit));
}

void TomlReader::read(const toml::table& table, std::string_view key, unsigned& target, unsigned least, unsigned most)
{
    const toml::node* node = table.get(key);
    if (!node)
        return;
    const auto* number = node->as_integer();
    if (number && number->get() >= least && number->get() <= most)
        target = static_cast<unsigned>(number->get());
    else
        fail(*node, fmt::format("\"{}\" must be a whole number from {} to {}", key, least, most));
}

} // namespace lockstep
