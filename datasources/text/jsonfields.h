// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <simdjson.h>

#include <cstdint>
#include <optional>
#include <string>

namespace lockstep {

/// Reads the fields of one JSON object and keeps the first error. Absent and null are the same. Lives for one line.
class JsonFields
{
public:
    /// @param longestText in bytes
    JsonFields(simdjson::dom::object fields, std::size_t longestText) : m_fields(fields), m_longestText(longestText) { }

    [[nodiscard]] const std::string& error() const { return m_error; }
    void fail(std::string message);

    [[nodiscard]] std::string text(const char* key);
    [[nodiscard]] std::optional<bool> flag(const char* key);
    [[nodiscard]] std::optional<double> number(const char* key);
    [[nodiscard]] std::optional<std::uint64_t> count(const char* key, std::uint64_t max);
    /// Any number above 0.
    [[nodiscard]] std::optional<double> amount(const char* key, double max);
    /// A moment or duration in ns: @p keyNs as a whole number, or @p key in seconds. @param meaning for the message
    [[nodiscard]] std::optional<std::int64_t> nanoseconds(const char* key, const char* keyNs, std::int64_t min,
                                                          std::int64_t max, const char* meaning);

private:
    [[nodiscard]] std::optional<simdjson::dom::element> find(const char* key) const;

    simdjson::dom::object m_fields;
    std::size_t m_longestText;
    std::string m_error;
};

} // namespace lockstep
