// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockstep {

/// From now on an exception that nothing catches, in any thread, ends the program with a sentence and exit code 1: the
/// kernel refuses memory or a thread. Called first in main().
void exitOnUncaughtErrors();

} // namespace lockstep
