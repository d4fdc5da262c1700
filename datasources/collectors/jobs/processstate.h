// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <sys/types.h>

namespace lockstep {

/// Whether a process can do anything at all. Where that may not be looked at it is taken to run.
enum class ProcessState : std::uint8_t { Runs, Stopped, Gone };

[[nodiscard]] ProcessState processStateOf(pid_t process);

} // namespace lockstep
