// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/syncsnapshot.h"

#include <algorithm>
#include <ranges>

namespace lockstep {

const WaitVerdict* JobSync::verdictOn(std::uint32_t communicator, std::uint32_t sequence, std::uint32_t lane) const
{
    for (const auto& step : std::views::reverse(verdicts)) {
        for (const std::uint32_t whose : {WaitVerdict::allLanes, lane}) {
            const std::tuple key(communicator, sequence, whose);
            const auto found = std::ranges::lower_bound(*step, key, {}, &WaitVerdict::key);
            if (found != step->end() && found->key() == key)
                return &*found;
        }
    }
    return nullptr;
}

} // namespace lockstep
