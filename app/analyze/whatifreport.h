// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/whatif/whatif.h"

#include <span>
#include <string>

namespace lockstep {

/// The JSON object described in analyze.h.
[[nodiscard]] std::string whatIfJson(const WhatIf& result, std::span<const std::string> notes);
[[nodiscard]] std::string whatIfText(const WhatIf& result);

} // namespace lockstep
