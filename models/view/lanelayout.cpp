// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/lanelayout.h"

#include "models/view/lanewalk.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

std::int64_t waitNsWithin(const SpanLane& lane, TimeRange range)
{
    std::int64_t sum = 0;
    const std::size_t end = lane.spans.countBefore(nsOf(range.to));
    for (std::size_t block = 0; block * SpanLane::summarySize < end; ++block) {
        if (lane.summaries[block].latestEndNs > nsOf(range.from))
            sum += lane.summaries[block].waitNs;
    }
    return sum;
}

} // namespace

std::vector<std::size_t> orderLanes(const SpanStore& store, LaneOrder order, TimeRange range, NameId job)
{
    struct Entry
    {
        std::int64_t waitNs;
        EntityRef entity;
        std::uint32_t rank;
        std::size_t lane;
        auto operator<=>(const Entry&) const = default;
    };
    std::vector<Entry> entries;
    for (std::size_t at = 0; at < store.lanes().size(); ++at) {
        const SpanLane& lane = store.lanes()[at];
        if (job.isValid() && lane.job != job)
            continue;
        const std::int64_t wait = order == LaneOrder::WorstWaitsFirst ? -waitNsWithin(lane, range) : 0;
        entries.push_back({wait, lane.entity, lane.rank, at});
    }
    std::ranges::sort(entries);
    std::vector<std::size_t> lanes(entries.size());
    std::ranges::transform(entries, lanes.begin(), &Entry::lane);
    return lanes;
}

std::vector<LaneRect> layoutLane(const SpanLane& lane, const TimeAxis& axis)
{
    if (axis.range.isEmpty() || !(axis.width > 0))
        return {};
    return LaneWalk(lane, axis, axis.range).run();
}

std::optional<std::uint32_t> spanAt(const SpanLane& lane, const TimeAxis& axis, double x, double reach)
{
    if (axis.range.isEmpty() || !(axis.width > 0))
        return std::nullopt;
    // A whole pixel more on each side: what is drawn there may begin before.
    const TimeRange clip{axis.timeAt(std::floor(x - reach) - 1), axis.timeAt(std::ceil(x + reach) + 1)};
    if (!clip.overlaps(axis.range))
        return std::nullopt;
    const auto rects = LaneWalk(lane, axis, clip).run();
    std::optional<std::uint32_t> best;
    double bestDistance = reach;
    for (const LaneRect& rect : rects) {
        const double distance = x < rect.x0 ? rect.x0 - x : std::max(x - rect.x1, 0.0);
        if (distance <= bestDistance) { // of equals the later one, which is drawn on top
            bestDistance = distance;
            best = rect.span;
        }
    }
    return best;
}

} // namespace lockstep
