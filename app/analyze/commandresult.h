// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

struct CommandInput;
struct CommandPage;

/// The result of a sub-command: text for standard output and standard error, and the exit code.
struct CommandResult
{
    int exitCode = 0; ///< 0 done; 1 failed, entirely or partly; 2 wrong usage
    std::string out;
    std::string err; ///< errors, and notes on missing or damaged data

    /// Adds one line per problem and marks the answer as partial.
    void addProblems(const std::vector<std::string>& problems);
};

/// An error message for wrong usage, with a pointer to the help.
[[nodiscard]] CommandResult wrongUsage(const CommandPage& page, const std::string& problem);

/// A failure with its reason on one line.
[[nodiscard]] CommandResult failedWith(const std::string& problem);

/// Parses the arguments and runs the command, unless they are wrong or ask for help or the configuration.
[[nodiscard]] CommandResult runCommand(const CommandPage& page, std::span<const std::string> arguments,
                                       const std::function<CommandResult(const CommandInput&)>& command);

/// @return exit code; 1 if standard output cannot be written
[[nodiscard]] int print(const CommandResult& answer);

/// Runs a command and prints its answer. @return exit code
template <CommandResult (*command)(std::span<const std::string>)>
int printed(std::span<const std::string> arguments)
{
    return print(command(arguments));
}

} // namespace lockstep
