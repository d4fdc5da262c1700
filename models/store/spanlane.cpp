// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/spanlane.h"

#include <algorithm>

namespace lockstep {

namespace {

/// Steps and idling only frame what matters within them.
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

void addTo(SpanSummary& summary, const std::vector<StoredSpan>& spans, std::uint32_t at)
{
    summary.latestEndNs = std::max(summary.latestEndNs, spans[at].endNs());
    summary.waitNs += spans[at].spanKind() == SpanKind::Wait ? std::int64_t{spans[at].durationNs} : 0;
    if (isWorse(spans[at], spans[summary.worst]))
        summary.worst = at;
}

/// Makes the summaries of all blocks from the one that holds @p firstSpan.
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

std::span<const StoredSpan> SpanLane::overlapping(std::int64_t fromNs, std::int64_t toNs) const
{
    const auto end = std::ranges::lower_bound(spans, toNs, {}, &StoredSpan::startNs);
    // Whole blocks that ended before are skipped; starts alone bound nothing once one span is long.
    std::size_t block = 0;
    if (longestNs > 0) {
        const auto earliest = std::ranges::lower_bound(
            spans, fromNs, {}, [this](const StoredSpan& span) { return span.startNs + longestNs; });
        block = static_cast<std::size_t>(earliest - spans.begin()) / summarySize;
    }
    while (block < summaries.size() && summaries[block].latestEndNs < fromNs)
        ++block;
    const auto begin = spans.begin() + static_cast<std::ptrdiff_t>(std::min(block * summarySize, spans.size()));
    return begin < end ? std::span<const StoredSpan>(begin, end) : std::span<const StoredSpan>();
}

void insertSpan(SpanLane& lane, const StoredSpan& span)
{
    lane.longestNs = std::max<std::int64_t>(lane.longestNs, span.durationNs);
    if (!lane.spans.empty() && span.startNs < lane.spans.back().startNs) {
        const auto place = std::ranges::upper_bound(lane.spans, span.startNs, {}, &StoredSpan::startNs);
        const auto at = static_cast<std::size_t>(place - lane.spans.begin());
        lane.spans.insert(place, span);
        summarise(lane, at);
        return;
    }
    // Thousands of lanes: doubling would leave a third of their memory unused.
    if (lane.spans.size() == lane.spans.capacity())
        lane.spans.reserve(lane.spans.size() + std::max<std::size_t>(lane.spans.size() / 8, SpanLane::summarySize));
    lane.spans.push_back(span);
    const auto last = static_cast<std::uint32_t>(lane.spans.size() - 1);
    if (last % SpanLane::summarySize == 0)
        summarise(lane, last);
    else
        addTo(lane.summaries.back(), lane.spans, last);
}

std::size_t dropSpansBefore(SpanLane& lane, std::int64_t timeNs)
{
    const auto startsLater = std::ranges::lower_bound(lane.spans, timeNs, {}, &StoredSpan::startNs);
    const auto kept = std::remove_if(lane.spans.begin(), startsLater,
                                     [timeNs](const StoredSpan& span) { return span.endNs() < timeNs; });
    const auto dropped = static_cast<std::size_t>(startsLater - kept);
    if (dropped > 0) {
        lane.spans.erase(kept, startsLater);
        summarise(lane, 0);
    }
    return dropped;
}

} // namespace lockstep
