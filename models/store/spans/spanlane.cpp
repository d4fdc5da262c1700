// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/spans/spanlane.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace lockstep {

namespace {

/// Steps and idle time only enclose more important spans.
int importance(SpanKind kind)
{
    switch (kind) {
    case SpanKind::Wait:
        return 3;
    case SpanKind::Restart:
        return 2;
    case SpanKind::Idle:
    case SpanKind::Step:
        return 0;
    default:
        return 1;
    }
}

void addTo(SpanSummary& summary, const PackedSpans& spans, std::uint32_t at)
{
    const StoredSpan span = spans[at];
    summary.latestEndNs = std::max(summary.latestEndNs, span.endNs());
    summary.waitNs += span.spanKind() == SpanKind::Wait ? std::int64_t{span.durationNs} : 0;
    if (isWorse(span, spans[summary.worst]))
        summary.worst = at;
}

/// Recomputes the summaries from the block that contains @p firstSpan.
void summarise(SpanLane& lane, std::size_t firstSpan)
{
    const std::size_t size = SpanLane::summarySize;
    lane.summaries.resize(firstSpan / size);
    for (std::size_t begin = firstSpan / size * size; begin < lane.spans.size(); begin += size) {
        SpanSummary summary{lane.spans[begin].endNs(), 0, static_cast<std::uint32_t>(begin)};
        for (std::size_t at = begin; at < std::min(begin + size, lane.spans.size()); ++at)
            addTo(summary, lane.spans, static_cast<std::uint32_t>(at));
        lane.summaries.push_back(summary);
    }
}

} // namespace

bool isWorse(const StoredSpan& a, const StoredSpan& b)
{
    const int first = importance(a.spanKind());
    const int second = importance(b.spanKind());
    return first != second ? first > second : a.durationNs > b.durationNs;
}

PackedSpans::Range SpanLane::overlapping(std::int64_t fromNs, std::int64_t toNs) const
{
    const std::size_t end = spans.countBefore(toNs);
    // Skips whole blocks that ended earlier; one long span makes the bound by starts useless.
    std::size_t block = 0;
    if (longestNs > 0) {
        constexpr std::int64_t min = std::numeric_limits<std::int64_t>::min();
        const std::int64_t earliest = fromNs < min + longestNs ? min : fromNs - longestNs;
        block = spans.countBefore(earliest) / summarySize;
    }
    while (block < summaries.size() && summaries[block].latestEndNs < fromNs)
        ++block;
    const std::size_t begin = std::min(block * summarySize, end);
    return {spans.begin() + static_cast<std::ptrdiff_t>(begin), spans.begin() + static_cast<std::ptrdiff_t>(end)};
}

void appendSpan(SpanLane& lane, const StoredSpan& span)
{
    lane.longestNs = std::max<std::int64_t>(lane.longestNs, span.durationNs);
    const std::size_t last = lane.spans.size();
    lane.spans.push_back(span);
    const bool isLate = last > 0 && !lane.spans.isInOrder(last);
    if (lane.unsettled > 0 || isLate)
        ++lane.unsettled;
    else if (last % SpanLane::summarySize == 0)
        summarise(lane, last);
    else
        addTo(lane.summaries.back(), lane.spans, static_cast<std::uint32_t>(last));
}

void settle(SpanLane& lane)
{
    if (lane.unsettled > 0)
        summarise(lane, lane.spans.sortFrom(lane.spans.size() - std::exchange(lane.unsettled, 0)));
}

std::size_t dropSpansBefore(SpanLane& lane, std::int64_t timeNs)
{
    const std::size_t dropped = lane.spans.dropEnded(lane.spans.countBefore(timeNs), timeNs);
    if (dropped > 0)
        summarise(lane, 0);
    return dropped;
}

std::size_t memoryBytesOf(const SpanLane& lane)
{
    return sizeof(SpanLane) + lane.spans.memoryBytes() + lane.summaries.capacity() * sizeof(SpanSummary);
}

} // namespace lockstep
