// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <sys/resource.h>

namespace lockstep {

/// "lockstep-agent 0.1.0 (commit 5f3c0a1b2d4e, Release)"
[[nodiscard]] std::string versionText(std::string_view program);

/// Raises the soft limit on open files. The usual 1024 is too low for an agent, where each counter of each adapter and
/// each followed node keeps a file open, and for a window: each segment of a recording takes seven, and a day of 2,048
/// nodes has 135.
/// @return the limit now in effect
rlim_t raiseFileLimit();

/// Common start of every program: sets up memory, raises the limit on open files, handles --version and enables crash
/// reports. Call before threads start.
/// @return exit code if the program is done
[[nodiscard]] std::optional<int> startProgram(std::string_view name, int argumentCount, char** arguments);

} // namespace lockstep
