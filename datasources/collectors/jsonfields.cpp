// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jsonfields.h"

#include <fmt/format.h>

#include <cmath>

namespace lockstep {

using simdjson::dom::element;

void JsonFields::fail(std::string message)
{
    if (m_error.empty())
        m_error = std::move(message);
}

bool JsonFields::find(const char* key, element& value)
{
    return m_fields.at_key(key).get(value) == simdjson::SUCCESS && !value.is_null();
}

std::string JsonFields::text(const char* key)
{
    element value;
    if (!find(key, value))
        return {};
    std::string_view text;
    if (value.get(text) != simdjson::SUCCESS)
        fail(fmt::format("\"{}\" must be a string", key));
    else if (text.size() > m_longestText)
        fail(fmt::format("\"{}\" is {} bytes long; at most {} were expected", key, text.size(), m_longestText));
    return std::string(text.substr(0, m_longestText));
}

std::optional<std::uint64_t> JsonFields::count(const char* key, std::uint64_t most)
{
    element value;
    if (!find(key, value))
        return std::nullopt;
    std::uint64_t number = 0;
    if (value.get(number) == simdjson::SUCCESS && number <= most)
        return number;
    fail(fmt::format("\"{}\" must be a whole number from 0 to {}", key, most));
    return std::nullopt;
}

std::optional<std::int64_t> JsonFields::nanoseconds(const char* key, const char* keyNs, std::int64_t least,
                                                    std::int64_t most, const char* meaning)
{
    element value;
    if (find(keyNs, value)) {
        std::int64_t number = 0;
        if (value.get(number) == simdjson::SUCCESS && number >= least && number <= most)
            return number;
        fail(fmt::format("\"{}\" must be {} in whole nanoseconds", keyNs, meaning));
    } else if (find(key, value)) {
        double seconds = 0;
        // The range is checked in seconds first: a number too large for 64 bits must not be converted.
        if (value.get(seconds) == simdjson::SUCCESS && seconds * 1e9 >= static_cast<double>(least)
            && seconds * 1e9 <= static_cast<double>(most))
            return std::llround(seconds * 1e9);
        fail(fmt::format("\"{}\" must be {} in seconds", key, meaning));
    }
    return std::nullopt;
}

} // namespace lockstep
