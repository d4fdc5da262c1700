// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/lanewait.h"

#include "models/store/spanlane.h"

#include <algorithm>

namespace lockstep {

Duration waitWithin(const SpanLane& lane, TimeRange range)
{
    const std::int64_t from = range.from.time_since_epoch().count();
    const std::int64_t to = range.to.time_since_epoch().count();
    const auto candidates = lane.overlapping(from, to);
    if (candidates.empty())
        return {};
    const auto first = candidates.begin().index();
    const std::size_t end = first + candidates.size();
    std::int64_t waited = 0;
    for (std::size_t at = first; at < end;) {
        const std::size_t block = at / SpanLane::summarySize;
        const std::size_t blockEnd = (block + 1) * SpanLane::summarySize;
        const bool isWhole = at % SpanLane::summarySize == 0 && blockEnd <= end;
        if (isWhole && lane.spans.startNs(at) >= from && lane.summaries[block].latestEndNs <= to) {
            waited += lane.summaries[block].waitNs;
            at = blockEnd;
            continue;
        }
        const StoredSpan span = lane.spans[at++];
        if (span.spanKind() == SpanKind::Wait)
            waited += std::max<std::int64_t>(0, std::min(span.endNs(), to) - std::max(span.startNs, from));
    }
    return Duration(waited);
}

} // namespace lockstep
