// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/text/jsonaccess.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockstep {

namespace {

constexpr double limitMicroseconds = 4e15;
constexpr std::int64_t limitNanoseconds = 4'000'000'000'000'000'000;

} // namespace

std::optional<std::int64_t> integerOf(simdjson::dom::element element)
{
    std::int64_t value = 0;
    if (element.get_int64().get(value) == simdjson::SUCCESS)
        return value;
    const auto number = numberOf(element);
    if (!number || std::abs(*number) > 9e15 || *number != std::floor(*number))
        return std::nullopt;
    return static_cast<std::int64_t>(*number);
}

std::optional<std::int32_t> smallIntegerOf(simdjson::dom::element element)
{
    const auto value = integerOf(element);
    if (!value || *value < std::numeric_limits<std::int32_t>::min()
        || *value > std::numeric_limits<std::int32_t>::max())
        return std::nullopt;
    return static_cast<std::int32_t>(*value);
}

std::string_view textMember(simdjson::dom::element element, std::string_view name)
{
    const auto member = memberOf(element, name);
    return member ? textOf(*member) : std::string_view{};
}

std::optional<std::int64_t> integerMember(simdjson::dom::element element, std::string_view name)
{
    const auto member = memberOf(element, name);
    return member ? integerOf(*member) : std::nullopt;
}

std::optional<double> numberMember(simdjson::dom::element element, std::string_view name)
{
    const auto member = memberOf(element, name);
    return member ? numberOf(*member) : std::nullopt;
}

std::optional<Duration> fromMicroseconds(double microseconds)
{
    if (!(std::abs(microseconds) <= limitMicroseconds))
        return std::nullopt;
    // Microseconds since 1970 times a thousand do not fit into the 53 bits of a double, but the integer part does.
    const auto whole = std::floor(microseconds);
    return Duration(static_cast<std::int64_t>(whole) * 1000 + std::llround((microseconds - whole) * 1000));
}

Duration boundedSum(Duration a, Duration b)
{
    const auto within = [](std::int64_t value) {
        return std::clamp(value, -limitNanoseconds, limitNanoseconds);
    };
    return Duration(within(within(a.count()) + within(b.count())));
}

} // namespace lockstep
