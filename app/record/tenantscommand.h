// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/analyze/commandanswer.h"

#include <span>
#include <string>

namespace lockstep {

struct CommandPage;

/// `lockstep tenants [--json|--csv|--html] [--out FILE] [--hours N] [--gpu-hour COST] [--currency WORD] PATH`: what
/// each tenant held in a recording (folder or file), what came of it, what was lost to what, and with whom it shares
/// links. Arguments without program and sub-command. Analyses that the recording was made without run first.
[[nodiscard]] CommandAnswer recordingTenants(std::span<const std::string> arguments);

/// recordingTenants(), printed. @return the exit code
int runTenants(std::span<const std::string> arguments);

[[nodiscard]] CommandPage tenantsPage();

} // namespace lockstep
