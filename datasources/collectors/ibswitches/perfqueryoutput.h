// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace lockstep {

/// perfquery's counters of one device, by port and name.
using PortCounters = std::map<unsigned, std::map<std::string, std::uint64_t>>;

/// Parses the output of `perfquery -l`, with -x or without. Other lines are skipped; an error if there are no valid
/// lines.
[[nodiscard]] Result<PortCounters> readPerfquery(std::string_view text);

} // namespace lockstep
