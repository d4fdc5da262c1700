// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

namespace lockstep {

/// Runs the sub-command that the first argument names, without a display; `analyze` does not come here, as the
/// program in front does it. @return its exit code; nullopt if the first argument names none
[[nodiscard]] std::optional<int> runSubCommand(int argumentCount, char** arguments);

} // namespace lockstep
