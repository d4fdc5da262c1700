// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <simdjson.h>

#include <cstdint>
#include <optional>
#include <string_view>

namespace lockstep {

/// Access to parsed JSON that never throws: missing values and other types give nullopt or empty.

[[nodiscard]] inline std::optional<double> numberOf(simdjson::dom::element element)
{
    double value = 0;
    return element.get_double().get(value) == simdjson::SUCCESS ? std::optional(value) : std::nullopt;
}

/// Integers, also if written as 3.0.
[[nodiscard]] std::optional<std::int64_t> integerOf(simdjson::dom::element element);

/// An integer within the range of an index or identifier.
[[nodiscard]] std::optional<std::int32_t> smallIntegerOf(simdjson::dom::element element);

/// Text, or the empty text; valid as long as the parser's document.
[[nodiscard]] inline std::string_view textOf(simdjson::dom::element element)
{
    std::string_view text;
    return element.get_string().get(text) == simdjson::SUCCESS ? text : std::string_view{};
}

[[nodiscard]] inline std::optional<simdjson::dom::object> objectOf(simdjson::dom::element element)
{
    simdjson::dom::object object;
    return element.get_object().get(object) == simdjson::SUCCESS ? std::optional(object) : std::nullopt;
}

[[nodiscard]] inline std::optional<simdjson::dom::array> arrayOf(simdjson::dom::element element)
{
    simdjson::dom::array array;
    return element.get_array().get(array) == simdjson::SUCCESS ? std::optional(array) : std::nullopt;
}

/// A member by name, if `parent` (an object or any element) is an object with that member.
template <class Parent>
[[nodiscard]] std::optional<simdjson::dom::element> memberOf(const Parent& parent, std::string_view name)
{
    simdjson::dom::element member;
    return parent[name].get(member) == simdjson::SUCCESS ? std::optional(member) : std::nullopt;
}

[[nodiscard]] std::string_view textMember(simdjson::dom::element element, std::string_view name);
[[nodiscard]] std::optional<std::int64_t> integerMember(simdjson::dom::element element, std::string_view name);
[[nodiscard]] std::optional<double> numberMember(simdjson::dom::element element, std::string_view name);

/// Converts microseconds of traces, to the nanosecond; integers are exact. Only the years 1843 to 2096, so that sums of
/// two times cannot overflow.
[[nodiscard]] std::optional<Duration> fromMicroseconds(double microseconds);

/// The sum of two valid times, clamped to the valid range.
[[nodiscard]] Duration boundedSum(Duration a, Duration b);

} // namespace lockstep
