// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace lockstep {

/// Common start of every program: handles --version and enables crash reports. Call before threads start.
/// @return exit code if the program is done
[[nodiscard]] std::optional<int> startProgram(std::string_view name, int argumentCount, char** arguments);

} // namespace lockstep
