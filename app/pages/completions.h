// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/text/commandpage.h"

#include <string>
#include <vector>

namespace lockstep {

/// A program and its sub-commands.
struct ProgramPages
{
    CommandPage own; ///< without a sub-command
    std::vector<CommandPage> commands; ///< the last word of their names is the sub-command
};

[[nodiscard]] std::string bashCompletion(const ProgramPages& program);
[[nodiscard]] std::string zshCompletion(const ProgramPages& program);
[[nodiscard]] std::string fishCompletion(const ProgramPages& program);

} // namespace lockstep
