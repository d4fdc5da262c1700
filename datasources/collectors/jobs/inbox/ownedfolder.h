// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <string>

namespace lockstep {

/// Whether only root and this process's user can replace @p path or a folder on the way to it; otherwise another user
/// could impersonate the agent. The error names the folder.
[[nodiscard]] Status checkOwnedFolder(const std::string& path);

} // namespace lockstep
