// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/analyze/commandanswer.h"

#include <span>
#include <string>

namespace lockstep {

struct CommandPage;

/// `lockstep import FILE... --out DIR [--tick SECONDS] [--map FILE] [--json]`: makes a recording from OpenMetrics text
/// with times or from CSV. Without a tick the period is found in the samples. Arguments without program and
/// sub-command. What became of each name, and every sample that is not kept, is reported. Blocks.
[[nodiscard]] CommandAnswer importRecording(std::span<const std::string> arguments);

/// importRecording(), printed. @return the exit code
int runImport(std::span<const std::string> arguments);

[[nodiscard]] CommandPage importPage();

} // namespace lockstep
