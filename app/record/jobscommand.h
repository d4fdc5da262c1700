// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/analyze/commandanswer.h"

#include <span>
#include <string>

namespace lockstep {

struct CommandPage;

/// `lockstep jobs [--job NAME] [--format md|html|json] [--out FILE] [--hours N] PATH`: the training jobs of a
/// recording, or a report for the user of one. Arguments without program and sub-command.
[[nodiscard]] CommandAnswer recordingJobs(std::span<const std::string> arguments);

/// recordingJobs(), printed. @return the exit code
int runJobs(std::span<const std::string> arguments);

[[nodiscard]] CommandPage jobsPage();

} // namespace lockstep
