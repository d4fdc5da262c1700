// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

struct CommandPage;

/// A command that needs no window: `lockstep NAME ...`.
struct SubCommand
{
    CommandPage (*page)();
    int (*run)(std::span<const std::string> arguments);
};

/// Sub-commands also in lockstep-record, which links no library of the window.
[[nodiscard]] std::vector<SubCommand> recordSubCommands();

/// Sub-commands of lockstep-record only.
[[nodiscard]] CommandPage recordProgramPage();

/// Help text with one line per command: name and summary.
[[nodiscard]] std::string listOf(std::span<const SubCommand> commands);

/// Runs the sub-command named by the first argument, or `help`. @return exit code; nullopt if it names none
[[nodiscard]] std::optional<int> runSubCommand(std::span<const SubCommand> commands, int argumentCount,
                                               char** arguments);

} // namespace lockstep
