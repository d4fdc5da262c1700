// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incidents/lostthroughput.h"

#include <algorithm>
#include <map>
#include <vector>

namespace lockstep {

namespace {

double secondsOf(Duration duration)
{
    return std::chrono::duration<double>(duration).count();
}

/// Length of the union of ranges.
Duration covered(std::vector<TimeRange>& ranges)
{
    std::ranges::sort(ranges, {}, &TimeRange::from);
    Duration sum{};
    TimePoint end = TimePoint::min();
    for (const TimeRange& range : ranges) {
        if (range.to <= end)
            continue;
        sum += range.to - std::max(range.from, end);
        end = range.to;
    }
    return sum;
}

} // namespace

LostThroughput lostThroughput(std::span<const LaneStretch> stretches, TimeRange range)
{
    struct Lane
    {
        std::vector<TimeRange> waits;
        std::vector<TimeRange> all; ///< waits and restarts
    };
    std::map<std::uint64_t, Lane> lanes;
    for (const LaneStretch& stretch : stretches) {
        if (!stretch.range.overlaps(range))
            continue;
        Lane& lane = lanes[stretch.lane];
        const TimeRange clipped{std::max(stretch.range.from, range.from), std::min(stretch.range.to, range.to)};
        if (stretch.kind == SpanKind::Wait)
            lane.waits.push_back(clipped);
        if (stretch.kind == SpanKind::Wait || stretch.kind == SpanKind::Restart)
            lane.all.push_back(clipped);
    }
    LostThroughput lost;
    lost.lanes = lanes.size();
    for (auto& [number, lane] : lanes) {
        lost.waitGpuSeconds += secondsOf(covered(lane.waits));
        lost.gpuSeconds += secondsOf(covered(lane.all));
    }
    lost.restartGpuSeconds = lost.gpuSeconds - lost.waitGpuSeconds;
    return lost;
}

} // namespace lockstep
