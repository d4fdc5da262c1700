// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

namespace lockstep {

/// What `lockstep topology` answers: texts for standard output and standard error, and the exit code.
struct TopologyAnswer
{
    int exitCode = 0; ///< 0 done; 1 a file could not be read or written; 2 wrong usage
    std::string out;
    std::string err;
};

/// `lockstep topology FILE... [--out FILE] [--name NAME]`: makes one cluster file of what inventories, discovery and
/// schedulers say, and reports what each file gave, what of it was not used, what was guessed and what contradicts.
/// Without --out the cluster file is printed. Arguments without program and sub-command. Blocks.
[[nodiscard]] TopologyAnswer mergeTopologyFiles(std::span<const std::string> arguments);

/// mergeTopologyFiles(), printed. @return the exit code
int runTopology(std::span<const std::string> arguments);

} // namespace lockstep
