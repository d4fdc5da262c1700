// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/analyze/commandanswer.h"

#include <span>
#include <string>

namespace lockstep {

struct CommandPage;

/// `lockstep topology FILE... [--out FILE] [--name NAME]`: makes one cluster file of what inventories, discovery and
/// schedulers say, and reports what each file gave, what of it was not used, what was guessed and what contradicts.
/// Without --out the cluster file is printed. Arguments without program and sub-command. Blocks.
[[nodiscard]] CommandAnswer mergeTopologyFiles(std::span<const std::string> arguments);

/// mergeTopologyFiles(), printed. @return the exit code
int runTopology(std::span<const std::string> arguments);

[[nodiscard]] CommandPage topologyPage();

} // namespace lockstep
