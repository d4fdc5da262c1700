// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/lanelayout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace lockstep {

namespace {

std::int64_t nsOf(TimePoint time)
{
    return time.time_since_epoch().count();
}

/// Walks a lane once from left to right and gathers what shares a pixel.
class LaneWalk
{
public:
    LaneWalk(const SpanLane& lane, const TimeAxis& axis, TimeRange clip)
        : m_lane(lane),
          m_originNs(nsOf(axis.range.from)),
          m_fromNs(nsOf(std::max(clip.from, axis.range.from))),
          m_toNs(nsOf(std::min(clip.to, axis.range.to))),
          m_pixelsPerNs(axis.width / static_cast<double>(axis.range.length().count())),
          m_nsPerPixel(static_cast<std::int64_t>(1 / m_pixelsPerNs)),
          m_width(axis.width)
    { }

    std::vector<LaneRect> run()
    {
        const auto& spans = m_lane.spans;
        for (std::size_t at = 0; at < spans.size();) {
            const bool isBlockStart = at % SpanLane::summarySize == 0;
            const std::size_t blockEnd = std::min(at + SpanLane::summarySize, spans.size());
            if (spans[at].startNs >= m_toNs)
                break;
            if (isBlockStart && (isOutside(at, blockEnd) || takeWholeBlock(at, blockEnd))) {
                at = blockEnd;
                continue;
            }
            takeSpan(static_cast<std::uint32_t>(at));
            ++at;
        }
        flush();
        return std::move(m_rects);
    }

private:
    [[nodiscard]] const SpanSummary& summaryAt(std::size_t at) const
    {
        return m_lane.summaries[at / SpanLane::summarySize];
    }
    [[nodiscard]] double pixelOf(std::int64_t ns) const
    {
        return static_cast<double>(std::clamp(ns, m_fromNs, m_toNs) - m_originNs) * m_pixelsPerNs;
    }
    [[nodiscard]] bool isOutside(std::size_t at, std::size_t) const { return summaryAt(at).latestEndNs < m_fromNs; }

    /// A block that lies within one pixel is drawn from its summary.
    bool takeWholeBlock(std::size_t at, std::size_t blockEnd)
    {
        const SpanSummary& summary = summaryAt(at);
        const std::int64_t startNs = m_lane.spans[at].startNs;
        if (startNs < m_fromNs || summary.latestEndNs >= m_toNs)
            return false;
        const double pixel = std::floor(pixelOf(startNs));
        if (std::floor(pixelOf(summary.latestEndNs)) != pixel)
            return false;
        gather(pixel, summary.worst, static_cast<std::uint32_t>(blockEnd - at));
        return true;
    }

    void takeSpan(std::uint32_t at)
    {
        const StoredSpan& span = m_lane.spans[at];
        // Nearly all spans of a view from afar: another narrow one in the pixel at hand.
        if (span.startNs < m_gatheringUntilNs && span.durationNs < m_nsPerPixel && span.startNs >= m_fromNs) {
            addToGathered(at, 1);
            return;
        }
        if (span.endNs() < m_fromNs || (span.endNs() == m_fromNs && span.durationNs > 0))
            return;
        const double x0 = pixelOf(span.startNs);
        const double x1 = pixelOf(span.endNs());
        if (x1 - x0 < 1) {
            gather(std::floor(x0), at, 1);
            return;
        }
        flush();
        // Spans that cover each other to the pixel are one rectangle, or a pathological lane would cost as many as it
        // has.
        if (!m_rects.empty()) {
            LaneRect& last = m_rects.back();
            const bool isSame = std::floor(last.x0) == std::floor(x0) && std::floor(last.x1) == std::floor(x1);
            if (isSame && last.kind == span.spanKind()) {
                ++last.count;
                return;
            }
        }
        m_rects.push_back({x0, x1, span.spanKind(), at, 1});
    }

    void gather(double pixel, std::uint32_t at, std::uint32_t count)
    {
        if (m_gathered.count > 0 && m_gathered.x0 != pixel)
            flush();
        if (m_gathered.count == 0) {
            m_gathered = {pixel, pixel + 1, SpanKind::Idle, at, 0};
            // Two nanoseconds less, because rounding must not put the next pixel's first span into this one.
            m_gatheringUntilNs = m_originNs + static_cast<std::int64_t>((pixel + 1) / m_pixelsPerNs) - 2;
        }
        addToGathered(at, count);
    }

    void addToGathered(std::uint32_t at, std::uint32_t count)
    {
        if (isWorse(m_lane.spans[at], m_lane.spans[m_gathered.span]))
            m_gathered.span = at;
        m_gathered.count += count;
    }

    void flush()
    {
        if (m_gathered.count == 0)
            return;
        m_gatheringUntilNs = std::numeric_limits<std::int64_t>::min();
        m_gathered.kind = m_lane.spans[m_gathered.span].spanKind();
        // A span that begins in the last fraction of a pixel still shows within the width.
        m_gathered.x0 = std::max(std::min(m_gathered.x0, m_width - 1), 0.0);
        m_gathered.x1 = m_gathered.x0 + 1;
        m_rects.push_back(std::exchange(m_gathered, {.count = 0}));
    }

    const SpanLane& m_lane;
    std::int64_t m_originNs, m_fromNs, m_toNs;
    double m_pixelsPerNs;
    std::int64_t m_nsPerPixel;
    double m_width;
    std::int64_t m_gatheringUntilNs = std::numeric_limits<std::int64_t>::min(); ///< end of the gathered pixel
    LaneRect m_gathered{.count = 0};
    std::vector<LaneRect> m_rects;
};

std::int64_t waitNsWithin(const SpanLane& lane, TimeRange range)
{
    std::int64_t sum = 0;
    const auto end
        = std::ranges::lower_bound(lane.spans, nsOf(range.to), {}, &StoredSpan::startNs) - lane.spans.begin();
    for (std::size_t block = 0; block * SpanLane::summarySize < static_cast<std::size_t>(end); ++block) {
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
