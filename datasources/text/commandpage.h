// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Limits of a numeric option, inclusive.
struct NumberLimits
{
    double min = 0;
    double max = 1e18;
    bool isWhole = false;
};

struct CommandOption
{
    std::string_view name; ///< with the dashes: "--out"
    std::string_view value; ///< placeholder of its value: "FILE", or the alternatives: "dark|light"; empty: a flag
    std::string_view help;
    std::optional<NumberLimits> limits = std::nullopt;
};

/// A command, as described to its users. The only source for parsing, --help, manual pages, shell completions and the
/// keys of configuration files.
struct CommandPage
{
    std::string_view name = {}; ///< "lockstep record"
    std::string_view summary = {}; ///< a noun phrase or a verb phrase without a full stop
    std::vector<std::string_view> synopsis = {}; ///< each starts after the command's name
    std::string about = {}; ///< paragraphs, and operands in the form "  FILE   meaning"
    std::vector<CommandOption> options = {}; ///< except --help, --version and those of configuration and log
    std::string_view examples = {}; ///< lines, indented by two
    std::string_view exitStatus = "0 success, 1 failure, 2 invalid usage or configuration";
    /// "record": /etc/lockstep/record.toml and the user's file provide options that the command line does not set;
    /// empty: no such file.
    std::string_view configuration = {};
    /// If the command line has one of these options, or an operand, it replaces all of them in configuration files.
    std::set<std::string_view> sources = {};
    /// Configuration-file options that belong to the sources in that file. If the command line names other sources,
    /// these options are ignored: a token must not be sent to another site, and a recording must not take data from
    /// another source.
    std::set<std::string_view> withSources = {};
    bool hasLog = false; ///< has --log-level and --log-json

    /// Options, including common ones.
    [[nodiscard]] std::vector<CommandOption> allOptions() const;
    /// "Usage: lockstep record --cluster FILE ...", with one line per synopsis.
    [[nodiscard]] std::string shortUsage() const;
    /// The output of --help.
    [[nodiscard]] std::string usage() const;
    /// Paths of its configuration files, the system's first.
    [[nodiscard]] std::vector<std::string> configurationFiles() const;
};

/// Parsed arguments of a command.
struct CommandInput
{
    std::multimap<std::string, std::string, std::less<>> options; ///< by name, with the dashes, in order
    std::set<std::string, std::less<>> flags;
    std::vector<std::string> rest;
    /// Text to print instead of running the command: help or configuration.
    std::optional<std::string> answer;

    /// Value of the last occurrence.
    [[nodiscard]] std::optional<std::string> option(std::string_view name) const;
    [[nodiscard]] std::string textOr(std::string_view name, std::string_view fallback = {}) const;
    /// All values of an option that may be repeated.
    [[nodiscard]] std::vector<std::string> all(std::string_view name) const;
    [[nodiscard]] bool has(std::string_view flag) const { return flags.contains(flag); }

    /// Sets @p target, a number or an optional number, if the option is given. Limits have already been checked.
    template <class Number, class Target>
    void number(std::string_view name, Target& target) const
    {
        if (const auto text = option(name)) {
            Number value{};
            std::from_chars(text->data(), text->data() + text->size(), value);
            target = value;
        }
    }
    [[nodiscard]] std::optional<double> number(std::string_view name) const;
};

/// Parses the arguments after program and sub-command, and adds options of configuration files. Errors name the option,
/// or the file with line and column, and the expected input.
[[nodiscard]] Result<CommandInput> readCommand(const CommandPage& page, std::span<const std::string> arguments);

/// The arguments of main() starting at @p first.
[[nodiscard]] std::vector<std::string> argumentsFrom(int first, int count, char** arguments);

} // namespace lockstep
