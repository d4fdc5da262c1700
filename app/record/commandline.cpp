// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/commandline.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>

namespace lockstep {

std::optional<std::string> SubCommandLine::option(const std::string& name) const
{
    const auto [first, last] = options.equal_range(name);
    return first == last ? std::nullopt : std::optional(std::prev(last)->second);
}

std::vector<std::string> SubCommandLine::all(const std::string& name) const
{
    std::vector<std::string> values;
    const auto [first, last] = options.equal_range(name);
    std::transform(first, last, std::back_inserter(values), [](const auto& each) { return each.second; });
    return values;
}

Result<SubCommandLine> parseSubCommand(std::span<const std::string> arguments, const std::set<std::string>& options,
                                       const std::set<std::string>& flags)
{
    SubCommandLine line;
    for (std::size_t at = 0; at < arguments.size(); ++at) {
        const std::string& argument = arguments[at];
        const std::size_t equals = argument.find('=');
        const std::string name = argument.substr(0, equals);
        if (!argument.starts_with("--")) {
            line.rest.push_back(argument);
        } else if (options.contains(name)) {
            if (equals == std::string::npos && at + 1 == arguments.size())
                return Error{fmt::format("{} needs a value", name)};
            line.options.emplace(name, equals == std::string::npos ? arguments[++at] : argument.substr(equals + 1));
        } else if (flags.contains(argument)) {
            line.flags.insert(argument);
        } else {
            return Error{fmt::format("unknown option {}", argument)};
        }
    }
    return line;
}

bool asksForHelp(std::span<const std::string> arguments)
{
    return std::ranges::any_of(arguments, [](const std::string& each) { return each == "--help" || each == "-h"; });
}

Result<double> numberOption(const std::string& name, const std::string& text, double min)
{
    double value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size() || !(value >= min))
        return Error{fmt::format("{} {}: expected a number, {} or more", name, text, min)};
    return value;
}

} // namespace lockstep
