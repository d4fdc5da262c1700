// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/text/commandpage.h"

#include "datasources/text/textfile.h"
#include "datasources/text/tomltable.h"
#include "models/core/parsenumber.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <sstream>
#include <unistd.h>

namespace lockstep {

namespace {

constexpr std::size_t lineWidth = 110;
constexpr std::size_t widestName = 26; ///< of an option with its value; wider ones have their help on the next line

const CommandOption* findOption(std::span<const CommandOption> options, std::string_view name)
{
    const auto found = std::ranges::find(options, name, &CommandOption::name);
    return found == options.end() ? nullptr : &*found;
}

/// The expected form of @p value; empty: valid.
std::string expectation(const CommandOption& option, const std::string& value)
{
    if (option.limits) {
        const auto& [min, max, isWhole] = *option.limits;
        const auto number = parseNumber<double>(value);
        if (number && *number >= min && *number <= max && (!isWhole || *number == std::floor(*number)))
            return {};
        const std::string range
            = max < NumberLimits().max ? fmt::format("from {} to {}", min, max) : fmt::format("of at least {}", min);
        return fmt::format("expected a {}number {}, found \"{}\"", isWhole ? "whole " : "", range, value);
    }
    if (option.value.find('|') == std::string_view::npos)
        return {};
    std::vector<std::string> alternatives;
    std::istringstream words{std::string(option.value)};
    for (std::string word; std::getline(words, word, '|');)
        alternatives.push_back(word);
    if (std::ranges::find(alternatives, value) != alternatives.end())
        return {};
    return fmt::format("expected {}, found \"{}\"", fmt::join(alternatives, ", "), value);
}

Status takeOption(const CommandOption& option, std::string_view argument, std::optional<std::string> value,
                  CommandInput& input)
{
    if (option.value.empty()) {
        if (argument.find('=') != std::string_view::npos)
            return Error{fmt::format("{} takes no value", option.name)};
        input.flags.emplace(option.name);
        return success();
    }
    if (!value)
        return Error{fmt::format("{} requires a value", option.name)};
    if (const std::string expected = expectation(option, *value); !expected.empty())
        return Error{fmt::format("{}: {}", option.name, expected)};
    input.options.emplace(option.name, *std::move(value));
    return success();
}

Result<CommandInput> parseArguments(std::span<const CommandOption> options, std::span<const std::string> arguments)
{
    CommandInput input;
    for (std::size_t at = 0; at < arguments.size(); ++at) {
        const std::string& argument = arguments[at];
        if (argument == "--") {
            input.rest.insert(input.rest.end(), arguments.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                              arguments.end());
            break;
        }
        if (argument.size() < 2 || argument.front() != '-') {
            input.rest.push_back(argument);
            continue;
        }
        const std::size_t equals = argument.find('=');
        const std::string name = argument == "-h" ? "--help" : argument.substr(0, equals);
        const CommandOption* const option = findOption(options, name);
        if (option == nullptr)
            return Error{fmt::format("unknown option {}", name)};
        std::optional<std::string> value;
        if (equals != std::string::npos)
            value = argument.substr(equals + 1);
        else if (!option->value.empty() && at + 1 < arguments.size())
            value = arguments[++at];
        if (const Status taken = takeOption(*option, argument, std::move(value), input); !taken.isOk())
            return taken.error();
    }
    return input;
}

/// Values of an option in a configuration file; empty: absent. An enabled flag has one empty value.
std::vector<std::string> configuredValues(TomlTable& table, const CommandOption& option, std::string_view key)
{
    if (option.value.empty())
        return table.flag(key).value_or(false) ? std::vector<std::string>{{}} : std::vector<std::string>();
    if (!option.limits)
        return table.textList(key).value_or(std::vector<std::string>());
    const auto number = table.number(key, option.limits->min, option.limits->max);
    if (!number)
        return {};
    // Keep a fraction, so that the error for integer options can show it.
    const bool isWhole = *number == std::floor(*number);
    return {isWhole ? fmt::format("{:.0f}", *number) : fmt::format("{}", *number)};
}

Result<CommandInput> readConfiguration(const CommandPage& page, const std::string& path)
{
    if (Status isPrivate = checkFilePrivacy(path, false).status; !isPrivate.isOk())
        return isPrivate.error();
    const Result<std::string> text = readTextFile(path);
    if (!text.isOk())
        return text.error();
    const Result<toml::table> top = parseToml(text.value(), path);
    if (!top.isOk())
        return top.error();
    TomlTable table(top.value(), path, fmt::format("the configuration of {}", page.name));
    CommandInput input;
    for (const CommandOption& option : page.options) {
        const std::string_view key = option.name.substr(2);
        for (const std::string& value : configuredValues(table, option, key)) {
            if (option.value.empty())
                input.flags.emplace(option.name);
            else if (const std::string expected = expectation(option, value); !expected.empty())
                table.fail(key, fmt::format("'{}': {}", key, expected));
            else
                input.options.emplace(option.name, value);
        }
    }
    const Status status = table.finish();
    return status.isOk() ? Result<CommandInput>(std::move(input)) : status.error();
}

/// Adds options that @p stronger does not set.
void complete(CommandInput& stronger, const CommandInput& weaker, const CommandPage& page)
{
    const auto isSource = [&page](std::string_view name) {
        return page.sources.contains(name);
    };
    const bool hasSource = !stronger.rest.empty() || std::ranges::any_of(stronger.flags, isSource)
        || std::ranges::any_of(stronger.options, [&](const auto& each) { return isSource(each.first); });
    const auto isReplaced = [&](const std::string& name) {
        return hasSource && (isSource(name) || page.withSources.contains(name));
    };
    CommandInput added;
    for (const std::string& flag : weaker.flags) {
        if (!isReplaced(flag))
            added.flags.insert(flag);
    }
    for (const auto& [name, value] : weaker.options) {
        if (!stronger.options.contains(name) && !isReplaced(name))
            added.options.emplace(name, value);
    }
    stronger.flags.merge(added.flags);
    stronger.options.merge(added.options);
}

std::string asToml(const CommandPage& page, const CommandInput& input, const std::vector<std::string>& files)
{
    toml::table table;
    for (const CommandOption& option : page.options) {
        const std::string_view key = option.name.substr(2);
        const std::vector<std::string> values = input.all(option.name);
        if (input.has(option.name))
            table.insert(key, true);
        else if (option.limits && option.limits->isWhole && !values.empty())
            table.insert(key, static_cast<std::int64_t>(*input.number(option.name)));
        else if (option.limits && !values.empty())
            table.insert(key, *input.number(option.name));
        else if (values.size() == 1)
            table.insert(key, values.front());
        else if (!values.empty()) {
            toml::array list;
            for (const std::string& value : values)
                list.push_back(value);
            table.insert(key, std::move(list));
        }
    }
    std::ostringstream text;
    text << "# " << page.name << ": command line"
         << (files.empty() ? std::string() : fmt::format(", {}", fmt::join(files, ", "))) << '\n'
         << toml::toml_formatter(table) << '\n';
    return text.str();
}

Result<CommandInput> completeFromFiles(const CommandPage& page, CommandInput input)
{
    std::vector<std::string> read;
    const auto named = input.option("--config");
    std::vector<std::string> files = named ? std::vector{*named} : page.configurationFiles();
    std::ranges::reverse(files); // highest precedence first
    for (const std::string& file : files) {
        if (file.empty() || (!named && ::access(file.c_str(), F_OK) != 0))
            continue;
        const Result<CommandInput> configured = readConfiguration(page, file);
        if (!configured.isOk())
            return configured.error();
        complete(input, configured.value(), page);
        read.push_back(file);
    }
    if (input.has("--print-config"))
        input.answer = asToml(page, input, read);
    return input;
}

/// Adds @p text to @p out in lines of at most lineWidth characters, which begin at @p indent; the first one begins at
/// @p column.
void wrap(std::string& out, std::string_view text, std::size_t column, std::size_t indent)
{
    std::istringstream words{std::string(text)};
    bool isFirst = true;
    for (std::string word; words >> word; isFirst = false) {
        if (!isFirst && column + 1 + word.size() > lineWidth) {
            out += '\n' + std::string(indent, ' ');
            column = indent;
        } else if (!isFirst) {
            out += ' ';
            ++column;
        }
        out += word;
        column += word.size();
    }
    out += '\n';
}

} // namespace

std::vector<CommandOption> CommandPage::allOptions() const
{
    std::vector<CommandOption> all = options;
    if (!configuration.empty()) {
        all.push_back(
            {"--config", "FILE", "read this configuration file instead of the default ones; \"\" reads none"});
        all.push_back({"--print-config", "", "print the options in effect as a configuration file, then exit"});
        all.push_back({"--check-config", "FILE", "check a configuration file, then exit"});
    }
    if (hasLog) {
        all.push_back(
            {"--log-level", "error|warning|info|debug", "minimum severity of messages to log (default info)"});
        all.push_back({"--log-json", "", "log one JSON object per line"});
    }
    all.push_back({"--help", "", "print this help"});
    all.push_back({"--version", "", "print version, commit and build type"});
    return all;
}

std::vector<std::string> CommandPage::configurationFiles() const
{
    if (configuration.empty())
        return {};
    std::vector<std::string> files{fmt::format("/etc/lockstep/{}.toml", configuration)};
    // NOLINTBEGIN(concurrency-mt-unsafe): not set at run time
    const char* const own = std::getenv("XDG_CONFIG_HOME");
    const char* const home = std::getenv("HOME");
    // NOLINTEND(concurrency-mt-unsafe)
    if (own != nullptr && *own != '\0')
        files.push_back(fmt::format("{}/lockstep/{}.toml", own, configuration));
    else if (home != nullptr && *home != '\0')
        files.push_back(fmt::format("{}/.config/lockstep/{}.toml", home, configuration));
    return files;
}

std::string CommandPage::shortUsage() const
{
    std::string text;
    for (const std::string_view line : synopsis)
        text += fmt::format("{} {} {}\n", text.empty() ? "Usage:" : "      ", name, line);
    return text;
}

std::string CommandPage::usage() const
{
    std::string text = fmt::format("{}\n{}\n", shortUsage(), about);
    const std::vector<CommandOption> all = allOptions();
    std::size_t width = 0;
    const auto left = [](const CommandOption& option) {
        return fmt::format("  {}{}{}  ", option.name, option.value.empty() ? "" : " ", option.value);
    };
    for (const CommandOption& option : all)
        width = std::max(width, std::min(left(option).size(), widestName));
    for (const CommandOption& option : all) {
        std::string begin = left(option);
        if (begin.size() > width)
            begin.replace(begin.size() - 2, 2, '\n' + std::string(width, ' '));
        else
            begin.resize(width, ' ');
        text += begin;
        wrap(text, option.help, width, width);
    }
    if (const std::vector<std::string> files = configurationFiles(); !files.empty())
        text += fmt::format("\nThese files set options that are not given on the command line. Keys are the option "
                            "names without dashes.\n  {}\n",
                            fmt::join(files, "\n  "));
    text += fmt::format("\nExit status: {}.\n", exitStatus);
    if (!examples.empty())
        text += fmt::format("\nExamples:\n{}", examples);
    return text;
}

std::optional<std::string> CommandInput::option(std::string_view name) const
{
    const auto [first, last] = options.equal_range(name);
    return first == last ? std::nullopt : std::optional(std::prev(last)->second);
}

std::string CommandInput::textOr(std::string_view name, std::string_view fallback) const
{
    return option(name).value_or(std::string(fallback));
}

std::vector<std::string> CommandInput::all(std::string_view name) const
{
    std::vector<std::string> values;
    const auto [first, last] = options.equal_range(name);
    std::transform(first, last, std::back_inserter(values), [](const auto& each) { return each.second; });
    return values;
}

std::optional<double> CommandInput::number(std::string_view name) const
{
    std::optional<double> value;
    number<double>(name, value);
    return value;
}

Result<CommandInput> readCommand(const CommandPage& page, std::span<const std::string> arguments)
{
    Result<CommandInput> input = parseArguments(page.allOptions(), arguments);
    if (!input.isOk())
        return input;
    if (input.value().has("--help")) {
        input.value().answer = page.usage();
        return input;
    }
    if (page.configuration.empty())
        return input;
    if (const auto file = input.value().option("--check-config")) {
        const Result<CommandInput> checked = readConfiguration(page, *file);
        if (!checked.isOk())
            return checked.error();
        input.value().answer = *file + ": no errors\n";
        return input;
    }
    return completeFromFiles(page, std::move(input).value());
}

std::vector<std::string> argumentsFrom(int first, int count, char** arguments)
{
    return {arguments + std::min(first, count), arguments + count};
}

} // namespace lockstep
