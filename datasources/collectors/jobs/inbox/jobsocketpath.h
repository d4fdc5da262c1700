// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <string>

namespace lockstep {

/// Path of the job socket if the configuration has none, in a folder that no other user can write to: systemd's
/// ($RUNTIME_DIRECTORY), otherwise /run/lockstep for root, otherwise $XDG_RUNTIME_DIR/lockstep; an error if there is
/// none. Creates the folder.
[[nodiscard]] Result<std::string> defaultJobSocketPath();

} // namespace lockstep
