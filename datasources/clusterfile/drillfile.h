// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"
#include "models/simulation/cluster/drill.h"

#include <string>
#include <string_view>

namespace lockstep {

/// Reads a drill file (TOML): a [drill] table, [[fault]] tables and the ground truth as [[consequence]] tables. Errors
/// name the file, the line and the expected input. Any thread.
[[nodiscard]] Result<sim::Drill> readDrillFile(const std::string& path);

/// The same from text; @p origin is the file name in errors.
[[nodiscard]] Result<sim::Drill> parseDrill(std::string_view text, const std::string& origin);

} // namespace lockstep
