// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/analyze/commandanswer.h"

#include <span>
#include <string>

namespace lockstep {

struct CommandPage;

/// `lockstep drain [--json|--hostfile|--slurm|--kubernetes] [--all] PATH`: the drain queue at the end of a recording,
/// as a table, as JSON for recovery systems, as nodes for launchers to exclude, or as commands for a scheduler, which
/// it never runs. Arguments without program and sub-command.
[[nodiscard]] CommandAnswer recordingDrain(std::span<const std::string> arguments);

/// recordingDrain(), printed. @return the exit code
int runDrain(std::span<const std::string> arguments);

[[nodiscard]] CommandPage drainPage();

} // namespace lockstep
