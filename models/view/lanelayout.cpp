// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/lanelayout.h"

#include "models/view/lanewalk.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

std::vector<LaneRect> layoutLane(const LaneSpans& lane, const TimeAxis& axis)
{
    if (axis.range.isEmpty() || !(axis.width > 0))
        return {};
    return LaneWalk(lane, axis, axis.range).run();
}

std::optional<std::uint32_t> spanAt(const LaneSpans& lane, const TimeAxis& axis, double x, double reach)
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
