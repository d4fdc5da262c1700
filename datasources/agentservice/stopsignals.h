// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <csignal>

namespace lockstep {

/// In all threads, blocks the signals that end a server, because main waits for them, and ignores SIGPIPE. Call before
/// any thread is created.
[[nodiscard]] sigset_t blockStopSignals();

} // namespace lockstep
