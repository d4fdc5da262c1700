// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/analyze/commandanswer.h"

#include <span>
#include <string>

namespace lockstep {

struct CommandPage;

/// `lockstep metrics [--json] [TEXT]`: the metrics that Lockstep knows, with units and with the names that exporters
/// give them; with TEXT only those that have it in a name or title. Arguments without program and sub-command.
/// --json prints [{"name","title","unit","kind","entity","computed_from" (null: it is measured),
/// "exporters":[{"exporter","name","factor","offset","query"}]}].
[[nodiscard]] CommandAnswer knownMetrics(std::span<const std::string> arguments);

/// knownMetrics(), printed. @return the exit code
int runMetrics(std::span<const std::string> arguments);

[[nodiscard]] CommandPage metricsPage();

} // namespace lockstep
