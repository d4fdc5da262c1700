// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/analyze/commandresult.h"

#include <span>
#include <string>

namespace lockstep {

struct CommandPage;

/// `lockstep topology FILE... [--out FILE] [--name NAME]`: merges inventories, discovery results and scheduler data
/// into one cluster file, and reports for each file what was used, ignored, guessed or contradictory. Prints the
/// cluster file without --out. Arguments without program and sub-command. Blocks.
[[nodiscard]] CommandResult mergeTopologyFiles(std::span<const std::string> arguments);

[[nodiscard]] CommandPage topologyPage();

} // namespace lockstep
