// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// Metadata around the events of a Kineto trace.
struct KinetoFrame
{
    std::optional<std::int32_t> rank;
    std::optional<std::int32_t> worldSize;
    Duration base{}; ///< baseTimeNanoseconds, to add to every time
    std::map<std::string, std::vector<std::int32_t>> groupRanks; ///< by process group name, ascending
    bool isSound = true; ///< false: the text is no JSON, so nothing is known
};

[[nodiscard]] KinetoFrame readKinetoFrame(const std::string& text);

} // namespace lockstep
