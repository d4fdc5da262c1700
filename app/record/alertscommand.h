// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/analyze/commandanswer.h"

#include <span>
#include <string>

namespace lockstep {

struct CommandPage;

/// `lockstep alerts [--json] PATH`: causes that needed an operator during a recording (folder or file), by onset.
/// Arguments without program and sub-command. Runs analyses that are missing in the recording first. --json prints
/// [{"key","onset","end" (ISO 8601, UTC; null: still open),"severity" ("warning","critical"),"cause":
/// {"kind","entities":[...]},"title","chain":[{"what","entities","since"}],"confidence" (0 to 1),"cost_gpu_s" (null:
/// unknown),"owners":[...],"runbook","considered":[{"kind","why_not"}]}]. `lockstep alerts --test URL...`: sends a test
/// message to webhooks and Alertmanagers and reports whether each arrived.
[[nodiscard]] CommandAnswer recordingAlerts(std::span<const std::string> arguments);

/// recordingAlerts(), printed. @return the exit code
int runAlerts(std::span<const std::string> arguments);

[[nodiscard]] CommandPage alertsPage();

} // namespace lockstep
