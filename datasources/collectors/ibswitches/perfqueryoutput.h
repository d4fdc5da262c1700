// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace lockstep {

/// What perfquery prints of the ports of one device: counters by port and by the name that it gives them.
using PortCounters = std::map<unsigned, std::map<std::string, std::uint64_t>>;

/// Reads the text of `perfquery -l`, with -x or without. What is not as it writes it is left out; where nothing is as
/// it writes it, that is an error in words.
[[nodiscard]] Result<PortCounters> readPerfquery(std::string_view text);

} // namespace lockstep
