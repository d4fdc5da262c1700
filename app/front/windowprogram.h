// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <filesystem>

namespace lockstep {

/// File name that windowProgramBeside() looks for.
inline constexpr auto windowProgramName = "lockstep-window";

/// Path of the window program in the folder of @p program. An Error names the path if it is not executable.
[[nodiscard]] Result<std::filesystem::path> windowProgramBeside(const std::filesystem::path& program);

/// Replaces this process by the window program beside it, with the same arguments. @return why it failed; on success it
/// does not return
[[nodiscard]] Error execWindowProgram(char* const* arguments);

} // namespace lockstep
