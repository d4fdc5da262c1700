// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

namespace lockstep {

/// What `lockstep tenants` answers: texts for standard output and standard error, and the exit code.
struct TenantsAnswer
{
    int exitCode = 0; ///< 0 done; 1 there is no recording, or the file could not be written; 2 wrong usage
    std::string out;
    std::string err; ///< what was damaged, too
};

/// `lockstep tenants [--json|--csv|--html] [--out FILE] [--hours N] [--gpu-hour COST] [--currency WORD] PATH`: what
/// each tenant held in a recording (folder or file), what came of it, what was lost to what, and with whom it shares
/// links. Arguments without program and sub-command. Analyses that the recording was made without run first.
[[nodiscard]] TenantsAnswer recordingTenants(std::span<const std::string> arguments);

/// recordingTenants(), printed. @return the exit code
int runTenants(std::span<const std::string> arguments);

} // namespace lockstep
