// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lockstep {

/// "lockstep-agent 0.1.0 (commit 5f3c0a1b2d4e, Release)"
[[nodiscard]] std::string versionText(std::string_view program);

/// Common start of every program: handles --version and enables crash reports. Call before threads start.
/// @return exit code if the program is done
[[nodiscard]] std::optional<int> startProgram(std::string_view name, int argumentCount, char** arguments);

} // namespace lockstep
