// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/lanelayout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace lockstep {

/// Walks a lane once from left to right and merges spans that share a pixel. Private to the lane layout.
class LaneWalk
{
public:
    /// @param axis not empty, and with a width
    /// @param clip overlaps the axis; only spans that overlap it are visited
    LaneWalk(const LaneSpans& lane, const TimeAxis& axis, TimeRange clip);

    [[nodiscard]] std::vector<LaneRect> run();

private:
    [[nodiscard]] double pixelOf(std::int64_t ns) const;
    [[nodiscard]] std::uint32_t indexOf(std::size_t at) const { return static_cast<std::uint32_t>(m_offset + at); }

    void walk(const LaneSpans::Part& part);

    /// Blocks that begin before the view and are completely covered by later ones of this kind. Not computed for few
    /// blocks.
    [[nodiscard]] std::vector<bool> coveredBlocks(const LaneSpans::Part& part) const;
    /// A block that lies within one pixel is drawn from its summary.
    bool takeWholeBlock(const SpanLane& lane, std::size_t at, std::size_t blockEnd);
    void takeSpan(const StoredSpan& span, std::size_t at);
    void addWide(LaneRect rect);
    void gather(double pixel, const StoredSpan& span, std::size_t at, std::size_t count, std::int64_t waitNs);
    void addToGathered(const StoredSpan& span, std::size_t at, std::size_t count, std::int64_t waitNs);
    void flush();

    const LaneSpans& m_lane;
    std::size_t m_walked = 0; ///< spans in the parts before the current one
    std::size_t m_offset = 0; ///< difference between the lane's index and that in the part's lane; a negative one wraps
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

namespace {

/// Limit of nested spans that begin in one pixel: deeper ones are indistinguishable.
constexpr std::size_t maxFromOnePixel = 32;

/// Limited, because an axis may be narrower than a pixel.
std::int64_t wholeNs(double ns)
{
    return static_cast<std::int64_t>(std::min(ns, 4e18));
}

std::int64_t waitOf(const StoredSpan& span)
{
    return span.spanKind() == SpanKind::Wait ? std::int64_t{span.durationNs} : 0;
}

} // namespace

LaneWalk::LaneWalk(const LaneSpans& lane, const TimeAxis& axis, TimeRange clip)
    : m_lane(lane),
      m_originNs(nsOf(axis.range.from)),
      m_fromNs(nsOf(std::max(clip.from, axis.range.from))),
      m_toNs(nsOf(std::min(clip.to, axis.range.to))),
      m_pixelsPerNs(axis.width / static_cast<double>(axis.range.length().count())),
      m_nsPerPixel(wholeNs(1 / m_pixelsPerNs)),
      m_width(axis.width)
{ }

double LaneWalk::pixelOf(std::int64_t ns) const
{
    return static_cast<double>(std::clamp(ns, m_fromNs, m_toNs) - m_originNs) * m_pixelsPerNs;
}

std::vector<LaneRect> LaneWalk::run()
{
    for (const LaneSpans::Part& part : m_lane.parts()) {
        if (part.size() == 0)
            continue;
        m_offset = m_walked - part.first;
        walk(part);
        m_walked += part.size();
    }
    flush();
    return std::move(m_rects);
}

void LaneWalk::walk(const LaneSpans::Part& part)
{
    const auto& spans = part.lane->spans;
    const std::vector<bool> covered = coveredBlocks(part);
    for (std::size_t at = part.first; at < part.end;) {
        const bool isBlockStart = at % SpanLane::summarySize == 0;
        const std::size_t blockEnd = std::min(at + SpanLane::summarySize, spans.size());
        if (spans.startNs(at) >= m_toNs)
            break;
        const std::size_t block = at / SpanLane::summarySize;
        const bool isHidden
            = part.lane->summaries[block].latestEndNs < m_fromNs || (block < covered.size() && covered[block]);
        const bool isWhole = isBlockStart && blockEnd <= part.end;
        if (isWhole && (isHidden || takeWholeBlock(*part.lane, at, blockEnd))) {
            at = blockEnd;
            continue;
        }
        takeSpan(spans[at], at);
        ++at;
    }
}

std::vector<bool> LaneWalk::coveredBlocks(const LaneSpans::Part& part) const
{
    constexpr std::size_t few = 64; // number of blocks visited without checking for coverage
    std::vector<bool> covered(std::min(part.lane->spans.countBefore(m_fromNs), part.end) / SpanLane::summarySize);
    if (covered.size() <= few)
        return {};
    std::int64_t until = m_fromNs;
    for (std::size_t block = covered.size(); block-- > 0;) {
        const std::int64_t end = part.lane->summaries[block].latestEndNs;
        covered[block] = end <= until && until > m_fromNs;
        until = std::max(until, end);
    }
    return covered;
}

bool LaneWalk::takeWholeBlock(const SpanLane& lane, std::size_t at, std::size_t blockEnd)
{
    const SpanSummary& summary = lane.summaries[at / SpanLane::summarySize];
    const std::int64_t startNs = lane.spans.startNs(at);
    if (startNs < m_fromNs || summary.latestEndNs >= m_toNs)
        return false;
    const double pixel = std::floor(pixelOf(startNs));
    if (std::floor(pixelOf(summary.latestEndNs)) != pixel)
        return false;
    gather(pixel, lane.spans[summary.worst], summary.worst, blockEnd - at, summary.waitNs);
    return true;
}

void LaneWalk::takeSpan(const StoredSpan& span, std::size_t at)
{
    // The usual case in a zoomed-out view: another narrow span in the current pixel.
    if (span.startNs < m_gatheringUntilNs && span.durationNs < m_nsPerPixel && span.startNs >= m_fromNs) {
        addToGathered(span, at, 1, waitOf(span));
        return;
    }
    if (span.endNs() < m_fromNs || (span.endNs() == m_fromNs && span.durationNs > 0))
        return;
    const double x0 = pixelOf(span.startNs);
    const double x1 = pixelOf(span.endNs());
    if (x1 - x0 < 1) {
        gather(std::floor(x0), span, at, 1, waitOf(span));
        return;
    }
    flush();
    addWide({x0, x1, span.spanKind(), indexOf(at), 1});
}

/// Limits rectangles to visible ones, however many spans overlap in a pathological lane.
void LaneWalk::addWide(LaneRect rect)
{
    const double pixel = std::floor(rect.x0);
    const auto beginsHere = [&] {
        return !m_rects.empty() && std::floor(m_rects.back().x0) == pixel;
    };
    while (beginsHere() && std::floor(m_rects.back().x1) <= std::floor(rect.x1)) { // it would be completely covered
        rect.count += m_rects.back().count;
        m_rects.pop_back();
    }
    const std::size_t stacked = std::min(m_rects.size(), maxFromOnePixel);
    if (stacked == maxFromOnePixel && std::floor((m_rects.end() - static_cast<std::ptrdiff_t>(stacked))->x0) == pixel) {
        m_rects.back().count += rect.count;
        return;
    }
    m_rects.push_back(rect);
}

void LaneWalk::gather(double pixel, const StoredSpan& span, std::size_t at, std::size_t count, std::int64_t waitNs)
{
    if (m_gathered.count > 0 && m_gathered.x0 != pixel)
        flush();
    if (m_gathered.count == 0) {
        m_gathered = {pixel, pixel + 1, SpanKind::Idle, indexOf(at), 0};
        m_worst = span;
        // Two nanoseconds less, so that rounding does not move the next pixel's first span into this one.
        m_gatheringUntilNs = m_originNs + wholeNs((pixel + 1) / m_pixelsPerNs) - 2;
    }
    addToGathered(span, at, count, waitNs);
}

void LaneWalk::addToGathered(const StoredSpan& span, std::size_t at, std::size_t count, std::int64_t waitNs)
{
    if (isWorse(span, m_worst)) {
        m_gathered.span = indexOf(at);
        m_worst = span;
    }
    m_gathered.count += static_cast<std::uint32_t>(count);
    m_gatheredWaitNs += waitNs;
}

void LaneWalk::flush()
{
    if (m_gathered.count == 0)
        return;
    m_gatheringUntilNs = std::numeric_limits<std::int64_t>::min();
    m_gathered.kind = m_worst.spanKind();
    // A span that begins in the last fraction of a pixel is still drawn within the width.
    m_gathered.x0 = std::max(std::min(m_gathered.x0, m_width - 1), 0.0);
    m_gathered.x1 = m_gathered.x0 + 1;
    const double waited = static_cast<double>(std::exchange(m_gatheredWaitNs, 0)) * m_pixelsPerNs;
    m_gathered.waitShare = static_cast<float>(std::min(waited, 1.0));
    m_rects.push_back(std::exchange(m_gathered, {.count = 0}));
}

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
    // One more pixel on each side, because a span drawn there may begin earlier.
    const TimeRange clip{axis.timeAt(std::floor(x - reach) - 1), axis.timeAt(std::ceil(x + reach) + 1)};
    if (!clip.overlaps(axis.range))
        return std::nullopt;
    const auto rects = LaneWalk(lane, axis, clip).run();
    std::optional<std::uint32_t> best;
    double bestDistance = reach;
    for (const LaneRect& rect : rects) {
        const double distance = x < rect.x0 ? rect.x0 - x : std::max(x - rect.x1, 0.0);
        if (distance <= bestDistance) { // of equally distant spans the later one, which is drawn on top
            bestDistance = distance;
            best = rect.span;
        }
    }
    return best;
}

} // namespace lockstep
