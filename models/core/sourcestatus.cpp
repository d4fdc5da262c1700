// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/sourcestatus.h"

#include <array>

namespace lockstep {

std::string_view sourceStateName(SourceState state)
{
    static constexpr auto names
        = std::to_array<std::string_view>({"connecting", "live", "stale", "retrying", "closed", "recording"});
    return names[static_cast<std::size_t>(state)];
}

} // namespace lockstep
