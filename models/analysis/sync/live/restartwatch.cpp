// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/live/restartwatch.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

std::optional<RestartWatch::News> RestartWatch::restart(std::uint32_t job, std::int64_t fromNs, std::int64_t toNs)
{
    Job& its = m_jobs[job];
    if (!its.endsNs.empty() && fromNs < its.endsNs.back()) {
        its.endsNs.back() = std::max(its.endsNs.back(), toNs);
        return {};
    }
    its.endsNs.push_back(toNs);
    std::erase_if(its.endsNs, [toNs](std::int64_t end) { return end < toNs - lookBackNs; });
    if (its.endsNs.size() < tooMany || its.isReported)
        return {};
    its.isReported = true;
    return News{false,
                fmt::format("restarted {} times within {} min", its.endsNs.size(),
                            (toNs - its.endsNs.front()) / 60'000'000'000 + 1)};
}

std::optional<RestartWatch::News> RestartWatch::goOn(std::uint32_t job, std::int64_t nowNs)
{
    const auto its = m_jobs.find(job);
    if (its == m_jobs.end() || !its->second.isReported || nowNs < its->second.endsNs.back() + lookBackNs)
        return {};
    its->second.isReported = false;
    return News{true, "no restart for 15 min"};
}

} // namespace lockstep
