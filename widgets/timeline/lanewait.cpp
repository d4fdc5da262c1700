// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/lanewait.h"

#include "models/store/spans/lanespans.h"

#include <algorithm>

namespace lockstep {

namespace {

std::int64_t waitNsIn(const LaneSpans::Part& part, std::int64_t from, std::int64_t to)
{
    std::int64_t waited = 0;
    for (std::size_t at = part.first; at < part.end;) {
        const std::size_t block = at / SpanLane::summarySize;
        const std::size_t blockEnd = (block + 1) * SpanLane::summarySize;
        const bool isWhole = at % SpanLane::summarySize == 0 && blockEnd <= part.end;
        if (isWhole && part.lane->spans.startNs(at) >= from && part.lane->summaries[block].latestEndNs <= to) {
            waited += part.lane->summaries[block].waitNs;
            at = blockEnd;
            continue;
        }
        const StoredSpan span = part.lane->spans[at++];
        if (span.spanKind() == SpanKind::Wait)
            waited += std::max<std::int64_t>(0, std::min(span.endNs(), to) - std::max(span.startNs, from));
    }
    return waited;
}

} // namespace

Duration waitWithin(const LaneSpans& lane, TimeRange range)
{
    const LaneSpans candidates = lane.overlapping(nsOf(range.from), nsOf(range.to));
    std::int64_t waited = 0;
    for (const LaneSpans::Part& part : candidates.parts())
        waited += waitNsIn(part, nsOf(range.from), nsOf(range.to));
    return Duration(waited);
}

} // namespace lockstep
