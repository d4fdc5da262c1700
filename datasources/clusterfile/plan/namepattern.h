// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Expands a pattern: "n{001..128}" is n001 to n128 (as wide as its first number), "n{001..}" has @p count names, a
/// text without a range is itself. At most 65,536. The Error names the expected input. Pure.
[[nodiscard]] Result<std::vector<std::string>> expandPattern(std::string_view pattern,
                                                             std::optional<std::size_t> count);

} // namespace lockstep
