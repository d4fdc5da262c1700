// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// A command-line option, "--name" or "--name VALUE", and the variable that it sets.
struct ProgramOption
{
    const char* name;
    bool hasValue;
    std::function<Status(const char* value)> take;
};

[[nodiscard]] inline ProgramOption flagOption(const char* name, bool& target)
{
    return {name, false, [&target](const char*) {
                target = true;
                return success();
            }};
}

/// @param target a text, or an optional one
template <class Text>
[[nodiscard]] ProgramOption textOption(const char* name, Text& target)
{
    return {name, true, [&target](const char* value) {
                target = std::string(value);
                return success();
            }};
}

/// A number within limits.
/// @param target a number, or an optional one
template <class Number, class Target>
[[nodiscard]] ProgramOption numberOption(const char* name, Number min, Number max, Target& target)
{
    return {name, true, [=, &target](const char* text) -> Status {
                const char* const end = text + std::strlen(text);
                Number number{};
                const auto [stopped, problem] = std::from_chars(text, end, number);
                if (problem != std::errc() || stopped != end || number < min || number > max)
                    return Error{
                        fmt::format("--{}: expected a number from {} to {}, found \"{}\"", name, min, max, text)};
                target = number;
                return success();
            }};
}

/// Reads a command line of such options and nothing else. The error is one sentence for people.
[[nodiscard]] Status parseProgramOptions(int argumentCount, char** arguments,
                                         const std::vector<ProgramOption>& options);

} // namespace lockstep
