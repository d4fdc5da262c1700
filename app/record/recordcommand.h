// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

namespace lockstep {

struct CommandPage;

/// `lockstep record --cluster FILE|--connect host:port,... --out DIR [--duration S] [--max-gib N] [--max-age HOURS]`:
/// [--alerts URL]...: records without a window until the time is up or SIGINT or SIGTERM comes. Arguments without
/// program and sub-command. Says on standard error what it does. Blocks. @return exit code: 0 done, 1 it could not, 2
/// wrong usage
int runRecord(std::span<const std::string> arguments);

[[nodiscard]] CommandPage recordPage();

} // namespace lockstep
