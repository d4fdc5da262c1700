// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/whatif/lanepauses.h"

#include "models/analysis/sync/whatif/stepreplay.h"

#include <algorithm>

namespace lockstep {

namespace {

/// Shorter pauses are the normal cost of launches.
constexpr std::int64_t minPauseNs = 50'000;

} // namespace

LanePauses::LanePauses(const SyncWindow& window, const std::vector<bool>& isLost)
    : m_isLost(isLost), m_beforeNs(window.events().size(), 0)
{
    const auto& events = window.events();
    for (std::uint32_t lane = 0; lane < window.laneCount(); ++lane) {
        if (this->isLost(lane) || window.laneBegin(lane) == window.laneEnd(lane))
            continue;
        std::int64_t toNs = events[window.laneBegin(lane)].span.startNs;
        std::uint32_t step = events[window.laneBegin(lane)].span.step;
        for (std::uint32_t at = window.laneBegin(lane); at < window.laneEnd(lane); ++at) {
            const SyncSpan& span = events[at].span;
            // Steps in between are missing, and so is the lane's activity.
            if (span.step > step + 1)
                toNs = std::max(toNs, span.startNs);
            step = std::max(step, span.step);
            if (!StepReplay::isLeftOut(events[at]) && span.startNs > toNs) {
                m_beforeNs[at] = span.startNs - toNs;
                std::int64_t& longest = m_longestNs[span.op];
                longest = std::max(longest, m_beforeNs[at]);
            }
            toNs = std::max(toNs, span.endNs);
        }
    }
}

bool LanePauses::count(const SyncSpan& span) const
{
    const auto longest = m_longestNs.find(span.op);
    return !isLost(span.lane) && longest != m_longestNs.end() && longest->second >= minPauseNs;
}

} // namespace lockstep
