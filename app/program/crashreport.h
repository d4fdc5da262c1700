// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace lockstep {

/// Folder for crash reports of this account: below $STATE_DIRECTORY (set by systemd) or the user's state folder. May
/// not exist.
[[nodiscard]] std::string crashReportFolder();

/// After this call a fatal signal writes crash-TIME-PID.txt with build, signal, thread and stack, then ends the process
/// as usual. The report contains no variable values, arguments or environment.
/// @param build first line of the report @param folder default: crashReportFolder()
void reportCrashes(const std::string& build, std::string folder = {});

} // namespace lockstep
