// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/analyze/commandanswer.h"

#include <span>
#include <string>

namespace lockstep {

struct CommandPage;

/// `lockstep info [--json] PATH`: contents of a recording (folder or file). Arguments without program and sub-command.
/// --json prints {"start","end" (ISO 8601, UTC; null: no columns),"nodes","reporters","gpus","samples","spans","bytes",
/// "bytes_per_sample" (total file size; null without samples),"gaps","events","metrics","segments"}.
[[nodiscard]] CommandAnswer recordingInfo(std::span<const std::string> arguments);

/// recordingInfo(), printed. @return the exit code
int runInfo(std::span<const std::string> arguments);

[[nodiscard]] CommandPage infoPage();

} // namespace lockstep
