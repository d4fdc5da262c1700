// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <string>

namespace lockstep {

/// Where the job socket goes when the configuration names no path: in a folder that nobody else can write to. That is
/// the one that systemd made ($RUNTIME_DIRECTORY), else /run/lockstep for root, else $XDG_RUNTIME_DIR/lockstep; where
/// there is none, an error that says what to do. Makes the folder.
[[nodiscard]] Result<std::string> defaultJobSocketPath();

} // namespace lockstep
