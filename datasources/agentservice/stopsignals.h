// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <csignal>

namespace lockstep {

/// Signals that end a program which serves, blocked in every thread, since its main waits for them; a peer that hangs
/// up is no signal. To be called before any thread is made.
[[nodiscard]] sigset_t blockStopSignals();

} // namespace lockstep
