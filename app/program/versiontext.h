// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

/// "lockstep-agent 0.1.0 (commit 5f3c0a1b2d4e, Release)"
[[nodiscard]] std::string versionText(std::string_view program);

} // namespace lockstep
