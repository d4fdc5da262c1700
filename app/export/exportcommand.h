// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/analyze/commandresult.h"

#include <span>
#include <string>

namespace lockstep {

struct CommandPage;

/// `lockstep export BUNDLE|--incident ID --format html|pdf|md|json|csv|trace|bundle --out FILE`: an incident as a file.
/// Arguments without program and sub-command. --format pdf needs a QGuiApplication.
[[nodiscard]] CommandResult exportFromCommandLine(std::span<const std::string> arguments);

/// Runs exportFromCommandLine() with a QGuiApplication that needs no screen, and prints its answer.
/// @return exit code
int runExport(std::span<const std::string> arguments);

[[nodiscard]] CommandPage exportPage();

} // namespace lockstep
