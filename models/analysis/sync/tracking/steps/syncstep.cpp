// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/tracking/steps/syncstep.h"

#include "models/analysis/sync/tracking/steps/stepmarks.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace lockstep {

namespace {

double& at(TimeSpent& spent, TimeClass timeClass)
{
    return spent[static_cast<std::size_t>(timeClass)];
}

TimeSpent knownOf(const LaneTimes& times, std::uint32_t lane)
{
    TimeSpent known{};
    for (std::size_t each = 0; each < timeClassCount; ++each)
        known[each] = times.newSeconds(lane, static_cast<TimeClass>(each));
    at(known, TimeClass::Unknown) = 0;
    return known;
}

double sumOf(const TimeSpent& spent)
{
    return std::accumulate(spent.begin(), spent.end(), 0.0);
}

/// Scales down times that exceed the elapsed time. This happens when spans come late, clocks differ, or a restart began
/// long before.
void fitInto(double seconds, TimeSpent& known)
{
    double& restart = at(known, TimeClass::Restart);
    restart -= std::clamp(sumOf(known) - seconds, 0.0, restart);
    const double sum = sumOf(known);
    if (sum > seconds) {
        for (double& each : known)
            each *= seconds / sum;
    }
    at(known, TimeClass::Unknown) = std::max(0.0, seconds - sumOf(known));
}

} // namespace

StepAccount accountStep(TimeRange wall, std::span<const std::uint32_t> ranks, const LaneTimes& times,
                        const StepMarks& marks)
{
    StepAccount account{wall, 0, {}};
    const double seconds = std::chrono::duration<double>(wall.length()).count();
    std::vector<std::uint32_t> lanes(ranks.size());
    std::iota(lanes.begin(), lanes.end(), 0U);
    std::ranges::stable_sort(lanes, {}, [ranks](std::uint32_t lane) { return ranks[lane]; });
    for (auto first = lanes.begin(); first != lanes.end();) {
        const auto last
            = std::find_if(first, lanes.end(), [&](std::uint32_t lane) { return ranks[lane] != ranks[*first]; });
        TimeSpent known{};
        bool isHeld = false;
        for (; first != last; ++first) {
            const TimeSpent ofLane = knownOf(times, *first);
            std::ranges::transform(known, ofLane, known.begin(), std::plus());
            isHeld = isHeld || sumOf(ofLane) > 0 || marks.isExpected(*first);
        }
        if (!isHeld)
            continue;
        fitInto(seconds, known);
        ++account.ranks;
        std::ranges::transform(account.gpuSeconds, known, account.gpuSeconds.begin(), std::plus());
    }
    return account;
}

} // namespace lockstep
