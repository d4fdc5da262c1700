// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/spans/lanespans.h"
#include "models/view/time/timeaxis.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lockstep {

/// A rectangle of a lane, x in pixels of the axis, clipped to it.
struct LaneRect
{
    double x0 = 0;
    double x1 = 0; ///< at least x0 + 1
    SpanKind kind = SpanKind::Compute;
    std::uint32_t span
        = 0; ///< index into the lane's spans; for several spans, the longest wait, otherwise the longest span
    std::uint32_t count = 1; ///< number of spans in the rectangle, without those that are completely covered
    float waitShare = 0; ///< of several spans in a pixel: share of their time that is waiting, 0 to 1
};

/// Rectangles of a lane in drawing order (spans within a longer span come after it). Spans narrower than a pixel share
/// one rectangle per pixel. The number of rectangles and the cost depend on the pixels, not on the spans.
[[nodiscard]] std::vector<LaneRect> layoutLane(const LaneSpans& lane, const TimeAxis& axis);

/// The span that layoutLane() shows at pixel @p x, topmost first, within @p reach pixels if none is hit exactly.
[[nodiscard]] std::optional<std::uint32_t> spanAt(const LaneSpans& lane, const TimeAxis& axis, double x,
                                                  double reach = 2);

} // namespace lockstep
