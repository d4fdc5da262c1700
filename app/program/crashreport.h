// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace lockstep {

/// Where crash reports of this account go: below $STATE_DIRECTORY, as systemd sets it, or the user's folder of states.
/// Need not exist.
[[nodiscard]] std::string crashReportFolder();

/// From now on, a fatal signal writes crash-TIME-PID.txt with the build, the signal, the thread and its stack there,
/// and then ends the process as it would have. The report contains no values of variables, no arguments and no
/// environment.
/// @param build first line of the report  @param folder default: crashReportFolder()
void reportCrashes(const std::string& build, std::string folder = {});

} // namespace lockstep
