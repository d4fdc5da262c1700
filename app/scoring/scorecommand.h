// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockstep {

/// `lockstep-sim score`: plays drills and scores the alerts. @param arguments without the program's name, starting with
/// "score". @return exit code
[[nodiscard]] int runScore(int argumentCount, char** arguments);

} // namespace lockstep
