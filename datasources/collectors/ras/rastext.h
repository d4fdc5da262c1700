// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/ras/rasstatus.h"

#include <string_view>

namespace lockstep {

/// Whether a text is a status as people read it, which is all that NCCL 2.24 to 2.28.6 answers.
[[nodiscard]] bool isRasText(std::string_view text);

/// Reads such a status. It lists ranks only where something is wrong; communicators of which nothing is said are only
/// counted. Lines that are not understood are left aside. Any text costs no more than its length allows.
[[nodiscard]] RasStatus readRasText(std::string_view text);

} // namespace lockstep
