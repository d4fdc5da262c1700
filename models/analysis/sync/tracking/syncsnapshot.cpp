// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/tracking/syncsnapshot.h"

#include <algorithm>

namespace lockstep {

namespace {

const WaitVerdict* verdictAmong(const std::vector<WaitVerdict>& verdicts, std::uint32_t communicator,
                                std::uint32_t sequence, std::uint32_t lane)
{
    for (const std::uint32_t whose : {WaitVerdict::allLanes, lane}) {
        const std::tuple key(communicator, sequence, whose);
        const auto found = std::ranges::lower_bound(verdicts, key, {}, &WaitVerdict::key);
        if (found != verdicts.end() && found->key() == key)
            return &*found;
    }
    return nullptr;
}

} // namespace

const WaitVerdict* JobSync::verdictOn(std::uint32_t communicator, std::uint32_t sequence, std::uint32_t lane) const
{
    for (auto step = verdicts.rbegin(); step != verdicts.rend(); ++step) {
        if (const WaitVerdict* found = verdictAmong(**step, communicator, sequence, lane))
            return found;
    }
    return nullptr;
}

const WaitVerdict* JobSync::verdictInStep(std::uint32_t step, std::uint32_t communicator, std::uint32_t sequence,
                                          std::uint32_t lane) const
{
    // Verdicts are those of the last steps; of a repeated step, the latest counts.
    const std::size_t known = std::min(verdicts.size(), steps.size());
    for (std::size_t back = 1; back <= known; ++back) {
        if (steps[steps.size() - back]->step == step)
            return verdictAmong(*verdicts[verdicts.size() - back], communicator, sequence, lane);
    }
    return nullptr;
}

} // namespace lockstep
