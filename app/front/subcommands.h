// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/record/recordcommands.h"

namespace lockstep {

/// All sub-commands of `lockstep`, by name.
[[nodiscard]] std::vector<SubCommand> allSubCommands();

} // namespace lockstep
