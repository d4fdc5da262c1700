// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/analyze/commandanswer.h"

#include <span>
#include <string>

namespace lockstep {

struct CommandPage;

/// `lockstep import FILE... --out DIR [--tick SECONDS] [--map FILE] [--json]`: makes a recording from CSV or from
/// OpenMetrics text with timestamps. Without --tick the period is derived from the samples. Reports what became of each
/// name and every sample dropped. Arguments without program and sub-command. Blocks.
[[nodiscard]] CommandAnswer importRecording(std::span<const std::string> arguments);

/// importRecording(), printed. @return the exit code
int runImport(std::span<const std::string> arguments);

[[nodiscard]] CommandPage importPage();

} // namespace lockstep
