// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace lockstep {

/// Where this user's incidents are kept unless told otherwise; its folder need not exist yet.
[[nodiscard]] std::string userIncidentsFile();
/// Where this user's dashboard records unless told otherwise.
[[nodiscard]] std::string userRecordingFolder();

} // namespace lockstep
