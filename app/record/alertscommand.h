// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/analyze/commandanswer.h"

#include <span>
#include <string>

namespace lockstep {

struct CommandPage;

/// `lockstep alerts [--json] PATH`: the causes that needed an operator during a recording (folder or file), in order of
/// their onsets. Arguments without program and sub-command. Analyses that the recording was made without run first.
/// --json prints [{"key","onset","end" (ISO 8601, UTC; null: it went on),"severity" ("warning","critical"),"cause":
/// {"kind","entities":[...]},"title","chain":[{"what","entities","since"}],"confidence" (0 to 1),"cost_gpu_s" (null:
/// not known),"owners":[...],"runbook","considered":[{"kind","why_not"}]}].
/// `lockstep alerts --test URL...`: sends a test message to webhooks and Alertmanagers, and says of each whether it has
/// arrived.
[[nodiscard]] CommandAnswer recordingAlerts(std::span<const std::string> arguments);

/// recordingAlerts(), printed. @return the exit code
int runAlerts(std::span<const std::string> arguments);

[[nodiscard]] CommandPage alertsPage();

} // namespace lockstep
