// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/analyze/commandanswer.h"

#include <span>
#include <string>

namespace lockstep {

struct CommandPage;

/// `lockstep metrics [--json] [TEXT]`: all known metrics with units and exporter names; TEXT filters by name or title.
/// Arguments without program and sub-command. --json prints [{"name","title","unit","kind","entity","computed_from"
/// (null: measured), "exporters":[{"exporter","name","factor","offset","query"}]}].
[[nodiscard]] CommandAnswer knownMetrics(std::span<const std::string> arguments);

/// knownMetrics(), printed. @return the exit code
int runMetrics(std::span<const std::string> arguments);

[[nodiscard]] CommandPage metricsPage();

} // namespace lockstep
