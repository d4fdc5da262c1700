// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/lanelayout.h"

#include <limits>
#include <vector>

namespace lockstep {

/// Walks a lane once from left to right and merges what shares a pixel. Private to the lane layout.
class LaneWalk
{
public:
    /// @param axis neither empty nor without width
    /// @param clip overlaps the axis; only what overlaps it is walked
    LaneWalk(const LaneSpans& lane, const TimeAxis& axis, TimeRange clip);

    [[nodiscard]] std::vector<LaneRect> run();

private:
    [[nodiscard]] double pixelOf(std::int64_t ns) const;
    [[nodiscard]] std::uint32_t indexOf(std::size_t at) const { return static_cast<std::uint32_t>(m_offset + at); }

    void walk(const LaneSpans::Part& part);

    /// Blocks that begin before the view and that later ones, which do so too, cover whole. None where they are few.
    [[nodiscard]] std::vector<bool> coveredBlocks(const LaneSpans::Part& part) const;
    /// A block that lies within one pixel is drawn from its summary.
    bool takeWholeBlock(const SpanLane& lane, std::size_t at, std::size_t blockEnd);
    void takeSpan(const StoredSpan& span, std::size_t at);
    void addWide(LaneRect rect);
    void gather(double pixel, const StoredSpan& span, std::size_t at, std::size_t count, std::int64_t waitNs);
    void addToGathered(const StoredSpan& span, std::size_t at, std::size_t count, std::int64_t waitNs);
    void flush();

    const LaneSpans& m_lane;
    std::size_t m_walked = 0; ///< spans of the parts before the one at hand
    std::size_t m_offset = 0; ///< of the lane's index from that in the part's lane; below zero it wraps, and back
    std::int64_t m_originNs, m_fromNs, m_toNs;
    double m_pixelsPerNs;
    std::int64_t m_nsPerPixel;
    double m_width;
    std::int64_t m_gatheringUntilNs = std::numeric_limits<std::int64_t>::min(); ///< end of the gathered pixel
    LaneRect m_gathered{.count = 0};
    std::int64_t m_gatheredWaitNs = 0;
    StoredSpan m_worst; ///< among the merged spans
    std::vector<LaneRect> m_rects;
};

} // namespace lockstep
