// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/lanewalk.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {

/// Spans within spans that begin in one pixel: deeper ones cannot be told apart.
constexpr std::size_t maxFromOnePixel = 32;

/// Bounded, because an axis may be narrower than a pixel.
std::int64_t wholeNs(double ns)
{
    return static_cast<std::int64_t>(std::min(ns, 4e18));
}

} // namespace

LaneWalk::LaneWalk(const SpanLane& lane, const TimeAxis& axis, TimeRange clip)
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
    const auto& spans = m_lane.spans;
    const std::vector<bool> covered = coveredBlocks();
    for (std::size_t at = 0; at < spans.size();) {
        const bool isBlockStart = at % SpanLane::summarySize == 0;
        const std::size_t blockEnd = std::min(at + SpanLane::summarySize, spans.size());
        if (spans.startNs(at) >= m_toNs)
            break;
        const std::size_t block = at / SpanLane::summarySize;
        const bool isHidden = summaryAt(at).latestEndNs < m_fromNs || (block < covered.size() && covered[block]);
        if (isBlockStart && (isHidden || takeWholeBlock(at, blockEnd))) {
            at = blockEnd;
            continue;
        }
        takeSpan(static_cast<std::uint32_t>(at));
        ++at;
    }
    flush();
    return std::move(m_rects);
}

std::vector<bool> LaneWalk::coveredBlocks() const
{
    constexpr std::size_t few = 64; // are looked at and counted
    std::vector<bool> covered(m_lane.spans.countBefore(m_fromNs) / SpanLane::summarySize);
    if (covered.size() <= few)
        return {};
    std::int64_t until = m_fromNs;
    for (std::size_t block = covered.size(); block-- > 0;) {
        const std::int64_t end = m_lane.summaries[block].latestEndNs;
        covered[block] = end <= until && until > m_fromNs;
        until = std::max(until, end);
    }
    return covered;
}

bool LaneWalk::takeWholeBlock(std::size_t at, std::size_t blockEnd)
{
    const SpanSummary& summary = summaryAt(at);
    const std::int64_t startNs = m_lane.spans.startNs(at);
    if (startNs < m_fromNs || summary.latestEndNs >= m_toNs)
        return false;
    const double pixel = std::floor(pixelOf(startNs));
    if (std::floor(pixelOf(summary.latestEndNs)) != pixel)
        return false;
    gather(pixel, summary.worst, static_cast<std::uint32_t>(blockEnd - at), summary.waitNs);
    return true;
}

void LaneWalk::takeSpan(std::uint32_t at)
{
    const StoredSpan span = m_lane.spans[at];
    // Nearly all spans of a view from afar: another narrow one in the pixel at hand.
    if (span.startNs < m_gatheringUntilNs && span.durationNs < m_nsPerPixel && span.startNs >= m_fromNs) {
        addToGathered(at, 1, waitOf(at));
        return;
    }
    if (span.endNs() < m_fromNs || (span.endNs() == m_fromNs && span.durationNs > 0))
        return;
    const double x0 = pixelOf(span.startNs);
    const double x1 = pixelOf(span.endNs());
    if (x1 - x0 < 1) {
        gather(std::floor(x0), at, 1, waitOf(at));
        return;
    }
    flush();
    addWide({x0, x1, span.spanKind(), at, 1});
}

/// However many spans of a pathological lane lie over each other, the rectangles are as many as can be seen.
void LaneWalk::addWide(LaneRect rect)
{
    const double pixel = std::floor(rect.x0);
    const auto beginsHere = [&] {
        return !m_rects.empty() && std::floor(m_rects.back().x0) == pixel;
    };
    while (beginsHere() && std::floor(m_rects.back().x1) <= std::floor(rect.x1)) { // it would be covered whole
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

std::int64_t LaneWalk::waitOf(std::uint32_t at) const
{
    const StoredSpan span = m_lane.spans[at];
    return span.spanKind() == SpanKind::Wait ? std::int64_t{span.durationNs} : 0;
}

void LaneWalk::gather(double pixel, std::uint32_t at, std::uint32_t count, std::int64_t waitNs)
{
    if (m_gathered.count > 0 && m_gathered.x0 != pixel)
        flush();
    if (m_gathered.count == 0) {
        m_gathered = {pixel, pixel + 1, SpanKind::Idle, at, 0};
        // Two nanoseconds less, because rounding must not put the next pixel's first span into this one.
        m_gatheringUntilNs = m_originNs + wholeNs((pixel + 1) / m_pixelsPerNs) - 2;
    }
    addToGathered(at, count, waitNs);
}

void LaneWalk::addToGathered(std::uint32_t at, std::uint32_t count, std::int64_t waitNs)
{
    if (isWorse(m_lane.spans[at], m_lane.spans[m_gathered.span]))
        m_gathered.span = at;
    m_gathered.count += count;
    m_gatheredWaitNs += waitNs;
}

void LaneWalk::flush()
{
    if (m_gathered.count == 0)
        return;
    m_gatheringUntilNs = std::numeric_limits<std::int64_t>::min();
    m_gathered.kind = m_lane.spans[m_gathered.span].spanKind();
    // A span that begins in the last fraction of a pixel still shows within the width.
    m_gathered.x0 = std::max(std::min(m_gathered.x0, m_width - 1), 0.0);
    m_gathered.x1 = m_gathered.x0 + 1;
    const double waited = static_cast<double>(std::exchange(m_gatheredWaitNs, 0)) * m_pixelsPerNs;
    m_gathered.waitShare = static_cast<float>(std::min(waited, 1.0));
    m_rects.push_back(std::exchange(m_gathered, {.count = 0}));
}

} // namespace lockstep
