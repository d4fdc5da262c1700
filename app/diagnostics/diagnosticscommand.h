// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/analyze/commandanswer.h"

#include <span>
#include <string>

namespace lockstep {

struct CommandPage;

/// `lockstep diagnostics [--out FILE]`: versions, settings, configuration, recordings, crash reports and logs for a bug
/// report, with likely secrets removed. Arguments without program and sub-command.
[[nodiscard]] CommandAnswer diagnostics(std::span<const std::string> arguments);
[[nodiscard]] CommandPage diagnosticsPage();

} // namespace lockstep
