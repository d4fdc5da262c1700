// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <filesystem>

namespace lockstep {

/// What windowProgramBeside() looks for.
inline constexpr auto windowProgramName = "lockstep-window";

/// The program that opens the window: it lies in the same folder as @p program. An Error that names the place if it
/// cannot be run.
[[nodiscard]] Result<std::filesystem::path> windowProgramBeside(const std::filesystem::path& program);

/// Becomes the window program that lies beside this one, with the same arguments. @return only if that fails: why
[[nodiscard]] Error becomeWindowProgram(char* const* arguments);

} // namespace lockstep
