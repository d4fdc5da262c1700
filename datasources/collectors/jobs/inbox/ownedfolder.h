// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <string>

namespace lockstep {

/// Whether nobody but root and this process's user can put something of his own in the place of @p path, or of a folder
/// on the way there: else whoever does so first is taken for the agent. Says which folder is not so.
[[nodiscard]] Status checkOwnedFolder(const std::string& path);

} // namespace lockstep
