// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/lanelayout.h"

#include <limits>
#include <vector>

namespace lockstep {

/// Walks a lane once from left to right and gathers what shares a pixel. Private to the lane layout.
class LaneWalk
{
public:
    /// @param axis neither empty nor without width
    /// @param clip overlaps the axis; only what overlaps it is walked
    LaneWalk(const SpanLane& lane, const TimeAxis& axis, TimeRange clip);

    [[nodiscard]] std::vector<LaneRect> run();

private:
    [[nodiscard]] const SpanSummary& summaryAt(std::size_t at) const
    {
        return m_lane.summaries[at / SpanLane::summarySize];
    }
    [[nodiscard]] double pixelOf(std::int64_t ns) const;

    /// Blocks that begin before the view and that later ones, which do so too, cover whole. None where they are few.
    [[nodiscard]] std::vector<bool> coveredBlocks() const;
    /// A block that lies within one pixel is drawn from its summary.
    bool takeWholeBlock(std::size_t at, std::size_t blockEnd);
    void takeSpan(std::uint32_t at);
    void addWide(LaneRect rect);
    void gather(double pixel, std::uint32_t at, std::uint32_t count, std::int64_t waitNs);
    void addToGathered(std::uint32_t at, std::uint32_t count, std::int64_t waitNs);
    [[nodiscard]] std::int64_t waitOf(std::uint32_t at) const;
    void flush();

    const SpanLane& m_lane;
    std::int64_t m_originNs, m_fromNs, m_toNs;
    double m_pixelsPerNs;
    std::int64_t m_nsPerPixel;
    double m_width;
    std::int64_t m_gatheringUntilNs = std::numeric_limits<std::int64_t>::min(); ///< end of the gathered pixel
    LaneRect m_gathered{.count = 0};
    std::int64_t m_gatheredWaitNs = 0;
    std::vector<LaneRect> m_rects;
};

} // namespace lockstep
