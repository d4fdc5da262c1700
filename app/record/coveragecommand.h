// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/analyze/commandanswer.h"

#include <span>
#include <string>

namespace lockstep {

struct CommandPage;

/// `lockstep coverage [--json] PATH`: for each detector whether it is active, degraded or blind at the end of a
/// recording and since when, its evidence, and which metrics would improve it. Instead of PATH, sources as for
/// `lockstep record`, which are recorded for --duration seconds (30). Arguments without program and sub-command.
/// Blocks. --json prints [{"detector","kind","state" ("active","degraded","blind"),"since" (ISO 8601,
/// UTC),"entities","watched":
/// [{"evidence","entities"}],"missing":[{"metric","named","exporters":[{"exporter","name"}]}]}].
/// @return exit code 0: done, 1: failed, 2: wrong usage
[[nodiscard]] CommandAnswer detectorCoverage(std::span<const std::string> arguments);

/// detectorCoverage(), printed. @return the exit code
int runCoverage(std::span<const std::string> arguments);

[[nodiscard]] CommandPage coveragePage();

} // namespace lockstep
