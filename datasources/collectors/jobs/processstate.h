// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <sys/types.h>

namespace lockstep {

/// Whether a process can run. If this cannot be determined, it is assumed to run.
enum class ProcessState : std::uint8_t { Runs, Stopped, Gone };

[[nodiscard]] ProcessState processStateOf(pid_t process);

} // namespace lockstep
