// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

namespace lockstep {

struct CommandPage;

/// `lockstep record --cluster FILE|--connect host:port,... --out DIR [--duration S] [--max-gib N] [--max-age HOURS]
/// [--alerts URL]...`: records without a window until the duration is over or SIGINT or SIGTERM arrives. Logs to
/// standard error. Arguments without program and sub-command. Blocks. @return exit code 0: done, 1: failed, 2: wrong
/// usage
int runRecord(std::span<const std::string> arguments);

[[nodiscard]] CommandPage recordPage();

} // namespace lockstep
