// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace lockstep {

/// Folder for this account's crash reports: below $STATE_DIRECTORY (set by systemd) or the user's state folder. It may
/// not exist.
[[nodiscard]] std::string crashReportFolder();

/// Installs handlers: a fatal signal then writes crash-TIME-PID.txt with build, signal, thread and stack, and ends the
/// process as usual. The report contains no variable values, arguments or environment.
/// @param build first line of the report
/// @param folder default: crashReportFolder()
void reportCrashes(const std::string& build, std::string folder = {});

} // namespace lockstep
