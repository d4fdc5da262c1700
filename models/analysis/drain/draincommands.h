// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace lockstep {

enum class DrainTool : std::uint8_t { Slurm, Kubernetes };

/// Nodes to take out of service for one cause. Lockstep prints the commands and never runs them.
struct DrainOrder
{
    std::span<const std::string> nodes; ///< names, from outside
    std::string_view kind; ///< of the cause: "link_errors"
    std::string_view title; ///< of the alert
};

/// Quotes any text as one word of a POSIX shell.
[[nodiscard]] std::string shellWord(std::string_view text);

/// Whether a name may be used in a shell command or host file: it contains only letters, digits, dots, dashes and
/// underscores. Slurm expands brackets and commas to other nodes.
[[nodiscard]] bool isHostName(std::string_view name);

/// Shell commands, one per line. A node whose name is not a valid host name is omitted, with a comment.
[[nodiscard]] std::string drainCommands(DrainTool tool, const DrainOrder& order);

} // namespace lockstep
