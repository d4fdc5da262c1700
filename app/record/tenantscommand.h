// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/analyze/commandanswer.h"

#include <span>
#include <string>

namespace lockstep {

struct CommandPage;

/// `lockstep tenants [--json|--csv|--html] [--out FILE] [--hours N] [--gpu-hour COST] [--currency WORD] PATH`: for each
/// tenant in a recording (folder or file) the GPUs held, useful time, losses by cause and shared links. Arguments
/// without program and sub-command. Runs analyses that are missing in the recording first.
[[nodiscard]] CommandAnswer recordingTenants(std::span<const std::string> arguments);

/// recordingTenants(), printed. @return the exit code
int runTenants(std::span<const std::string> arguments);

[[nodiscard]] CommandPage tenantsPage();

} // namespace lockstep
