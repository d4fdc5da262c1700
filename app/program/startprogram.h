// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace lockstep {

/// What every program does first: answers --version, and has crashes reported in a file. Call it before threads start.
/// @return the exit code if the work is done
[[nodiscard]] std::optional<int> startProgram(std::string_view name, int argumentCount, char** arguments);

} // namespace lockstep
