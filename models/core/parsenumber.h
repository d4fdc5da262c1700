// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <charconv>
#include <concepts>
#include <optional>
#include <string_view>
#include <system_error>

namespace lockstep {

/// Parses the whole text as a number, independent of the locale; otherwise nullopt.
/// @param base of an integer
template <class Number>
[[nodiscard]] std::optional<Number> parseNumber(std::string_view text, [[maybe_unused]] int base = 10)
{
    Number number{};
    const char* const end = text.data() + text.size();
    std::from_chars_result read{};
    if constexpr (std::floating_point<Number>)
        read = std::from_chars(text.data(), end, number);
    else
        read = std::from_chars(text.data(), end, number, base);
    return read.ec == std::errc() && read.ptr == end ? std::optional(number) : std::nullopt;
}

} // namespace lockstep
