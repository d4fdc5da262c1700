// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockstep {

/// `lockstep-sim score`: plays drills and scores the alerts. @param arguments what follows the program's name, "score"
/// first. @return its exit code
[[nodiscard]] int runScore(int argumentCount, char** arguments);

} // namespace lockstep
