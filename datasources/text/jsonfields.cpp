// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/text/jsonfields.h"

#include "datasources/text/jsonaccess.h"

#include <fmt/format.h>

#include <cmath>

namespace lockstep {

using simdjson::dom::element;

void JsonFields::fail(std::string message)
{
    if (m_error.empty())
        m_error = std::move(message);
}

std::optional<element> JsonFields::find(const char* key) const
{
    const auto value = memberOf(m_fields, key);
    return value && !value->is_null() ? value : std::nullopt;
}

std::string JsonFields::text(const char* key)
{
    const auto value = find(key);
    if (!value)
        return {};
    if (!value->is_string())
        fail(fmt::format("\"{}\" must be a string", key));
    const std::string_view text = textOf(*value);
    if (text.size() > m_longestText)
        fail(fmt::format("\"{}\" is {} bytes long; at most {} were expected", key, text.size(), m_longestText));
    return std::string(text.substr(0, m_longestText));
}

std::optional<bool> JsonFields::flag(const char* key)
{
    const auto value = find(key);
    if (!value)
        return std::nullopt;
    bool isSet = false;
    if (value->get(isSet) == simdjson::SUCCESS)
        return isSet;
    fail(fmt::format("\"{}\" must be true or false", key));
    return std::nullopt;
}

std::optional<double> JsonFields::number(const char* key)
{
    const auto value = find(key);
    if (!value)
        return std::nullopt;
    const auto number = numberOf(*value);
    if (!number)
        fail(fmt::format("\"{}\" must be a number", key));
    return number;
}

std::optional<std::uint64_t> JsonFields::count(const char* key, std::uint64_t max)
{
    const auto value = find(key);
    if (!value)
        return std::nullopt;
    std::uint64_t number = 0;
    if (value->get(number) == simdjson::SUCCESS && number <= max)
        return number;
    fail(fmt::format("\"{}\" must be a whole number from 0 to {}", key, max));
    return std::nullopt;
}

std::optional<double> JsonFields::amount(const char* key, double max)
{
    const auto value = find(key);
    if (!value)
        return std::nullopt;
    const auto number = numberOf(*value);
    if (number && *number > 0 && *number <= max)
        return number;
    fail(fmt::format("\"{}\" must be a number above 0, at most {:g}", key, max));
    return std::nullopt;
}

std::optional<std::int64_t> JsonFields::nanoseconds(const char* key, const char* keyNs, std::int64_t min,
                                                    std::int64_t max, const char* meaning)
{
    if (const auto value = find(keyNs)) {
        std::int64_t number = 0;
        if (value->get(number) == simdjson::SUCCESS && number >= min && number <= max)
            return number;
        fail(fmt::format("\"{}\" must be {} in whole nanoseconds", keyNs, meaning));
    } else if (const auto inSeconds = find(key)) {
        const auto seconds = numberOf(*inSeconds);
        // The range is checked in seconds first: a number too large for 64 bits must not be converted.
        if (seconds && *seconds * 1e9 >= static_cast<double>(min) && *seconds * 1e9 <= static_cast<double>(max))
            return std::llround(*seconds * 1e9);
        fail(fmt::format("\"{}\" must be {} in seconds", key, meaning));
    }
    return std::nullopt;
}

} // namespace lockstep
