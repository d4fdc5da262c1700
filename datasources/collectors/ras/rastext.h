// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/ras/rasstatus.h"

#include <string_view>

namespace lockstep {

/// Whether a text is a human-readable status, the only format of NCCL 2.24 to 2.28.6.
[[nodiscard]] bool isRasText(std::string_view text);

/// Parses such a status. It lists ranks only for faulty communicators; healthy ones are only counted. Unknown lines are
/// ignored. Cost is bounded by the length.
[[nodiscard]] RasStatus readRasText(std::string_view text);

} // namespace lockstep
