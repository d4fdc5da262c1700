// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/text/tomltable.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr std::size_t longestText = 1024; // including paths
constexpr std::ptrdiff_t mostDots = 8192; // in a line

/// The first line with too many dots, from 1; 0: none. The parser recurses once for each part of a key like a.b.c and
/// does not limit them: 40,000 overflow the stack.
std::size_t lineOfDots(std::string_view text)
{
    for (std::size_t line = 1; !text.empty(); ++line) {
        const std::string_view own = text.substr(0, text.find('\n'));
        if (std::ranges::count(own, '.') > mostDots)
            return line;
        text.remove_prefix(std::min(own.size() + 1, text.size()));
    }
    return 0;
}

} // namespace

Result<toml::table> parseToml(std::string_view text, const std::string& origin)
{
    if (const std::size_t line = lineOfDots(text); line != 0)
        return Error{fmt::format("{}:{}: expected at most {} dots in a line", origin, line, mostDots)};
    try {
        return toml::parse(text, origin);
    } catch (const toml::parse_error& problem) {
        const auto& at = problem.source().begin;
        return Error{fmt::format("{}:{}:{}: {}", origin, at.line, at.column, problem.description())};
    } catch (const std::exception& problem) {
        return Error{fmt::format("{}: {}", origin, problem.what())};
    }
}

TomlTable::TomlTable(const toml::table& table, std::string origin, std::string title)
    : m_table(table), m_origin(std::move(origin)), m_title(std::move(title))
{ }

const toml::node* TomlTable::find(std::string_view key)
{
    m_asked.emplace(key);
    return m_table.get(key);
}

Error TomlTable::errorAt(std::string_view key, std::string_view message) const
{
    const auto found = m_table.find(key); // line of the key; its value may begin on a later one
    const auto at = (found != m_table.end() ? found->first.source() : m_table.source()).begin;
    return Error{fmt::format("{}:{}:{}: {}", m_origin, at.line, at.column, message)};
}

void TomlTable::fail(std::string_view key, std::string_view message)
{
    if (!m_error)
        m_error = errorAt(key, message);
}

std::string TomlTable::text(std::string_view key)
{
    std::string value = textOr(key, {});
    if (value.empty())
        fail(key, fmt::format("{} requires '{}', a string", m_title, key));
    return value;
}

std::string TomlTable::textOr(std::string_view key, std::string fallback)
{
    const toml::node* const node = find(key);
    if (node == nullptr)
        return fallback;
    // Limited, because one text may be copied to thousands of nodes.
    if (const auto* const value = node->as_string(); value != nullptr && value->get().size() > longestText) {
        fail(key, fmt::format("'{}' in {}: expected at most {} bytes", key, m_title, longestText));
        return fallback;
    } else if (value != nullptr) {
        return value->get();
    }
    fail(key, fmt::format("'{}' in {}: expected a string", key, m_title));
    return fallback;
}

std::optional<std::size_t> TomlTable::count(std::string_view key, std::size_t min, std::size_t max)
{
    const toml::node* const node = find(key);
    if (node == nullptr)
        return std::nullopt;
    const auto* const value = node->as_integer();
    if (value != nullptr && value->get() >= 0) {
        const auto number = static_cast<std::size_t>(value->get());
        if (min <= number && number <= max)
            return number;
    }
    fail(key, fmt::format("'{}' in {}: expected a whole number from {} to {}", key, m_title, min, max));
    return std::nullopt;
}

std::optional<double> TomlTable::number(std::string_view key, double min, double max, std::string_view unit)
{
    const toml::node* const node = find(key);
    if (node == nullptr)
        return std::nullopt;
    const auto value = node->value<double>();
    if (value && node->is_number() && min <= *value && *value <= max)
        return value;
    fail(key,
         fmt::format("'{}' in {}: expected a number from {} to {}{}{}", key, m_title, min, max, unit.empty() ? "" : " ",
                     unit));
    return std::nullopt;
}

void TomlTable::seconds(std::string_view key, std::chrono::milliseconds& value, double min, double max)
{
    if (const auto seconds = number(key, min, max, "seconds"))
        value = std::chrono::milliseconds(std::llround(*seconds * 1000));
}

std::optional<bool> TomlTable::flag(std::string_view key)
{
    const toml::node* const node = find(key);
    if (node == nullptr)
        return std::nullopt;
    if (const auto* const value = node->as_boolean())
        return value->get();
    fail(key, fmt::format("'{}' in {}: expected true or false", key, m_title));
    return std::nullopt;
}

std::optional<TimePoint> TomlTable::moment(std::string_view key)
{
    const toml::node* const node = find(key);
    if (node == nullptr)
        return std::nullopt;
    const auto* const value = node->as_date_time();
    if (value != nullptr && value->get().offset) {
        const toml::date_time& moment = value->get();
        const std::chrono::year_month_day date(std::chrono::year(moment.date.year),
                                               std::chrono::month(moment.date.month),
                                               std::chrono::day(moment.date.day));
        constexpr std::uint16_t firstYear = 1971; // nanoseconds since 1970 hold these years
        constexpr std::uint16_t lastYear = 2200;
        if (moment.date.year >= firstYear && moment.date.year <= lastYear && date.ok())
            return std::chrono::sys_days(date) + std::chrono::hours(moment.time.hour)
                + std::chrono::minutes(moment.time.minute - moment.offset->minutes)
                + std::chrono::seconds(moment.time.second) + Duration(moment.time.nanosecond);
    }
    fail(key, fmt::format("'{}' in {}: expected a date and time such as 2026-11-21T03:12:44Z", key, m_title));
    return std::nullopt;
}

std::optional<std::vector<std::string>> TomlTable::texts(std::string_view key)
{
    const toml::node* const node = find(key);
    if (node == nullptr)
        return std::nullopt;
    std::vector<std::string> texts;
    const auto* const array = node->as_array();
    const auto isText = [](const toml::node& each) {
        return each.is_string();
    };
    if (array == nullptr || !std::ranges::all_of(*array, isText)) {
        fail(key, fmt::format("'{}': expected a list of strings", key));
        return texts;
    }
    for (const toml::node& element : *array)
        texts.push_back(element.as_string()->get());
    return texts;
}

std::optional<std::vector<std::string>> TomlTable::textList(std::string_view key)
{
    const toml::node* const node = find(key);
    if (node != nullptr && node->is_string())
        return std::vector{textOr(key, {})};
    return texts(key);
}

std::vector<const toml::table*> TomlTable::tables(std::string_view key)
{
    std::vector<const toml::table*> found;
    const toml::node* const node = find(key);
    if (node == nullptr)
        return found;
    const auto* const array = node->as_array();
    if (array == nullptr || !array->is_array_of_tables()) {
        fail(key, fmt::format("'{}': expected tables that start with [[{}]]", key, key));
        return found;
    }
    for (const toml::node& element : *array)
        found.push_back(element.as_table());
    return found;
}

const toml::table* TomlTable::table(std::string_view key)
{
    const toml::node* const node = find(key);
    if (node != nullptr && !node->is_table())
        fail(key, fmt::format("'{}': expected a table [{}]", key, key));
    return node == nullptr ? nullptr : node->as_table();
}

Status TomlTable::finish()
{
    for (const auto& [key, value] : m_table) {
        if (!m_asked.contains(key.str())) {
            std::string known;
            for (const std::string& asked : m_asked)
                known += known.empty() ? asked : ", " + asked;
            fail(key.str(), fmt::format("unknown key '{}' in {}; expected {}", key.str(), m_title, known));
        }
    }
    return m_error ? Status(*m_error) : success();
}

} // namespace lockstep
