// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockstep {

/// Makes an uncaught exception in any thread (no memory, no threads) end the program with a message and exit code 1.
/// Call first in main().
void exitOnUncaughtErrors();

} // namespace lockstep
