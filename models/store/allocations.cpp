// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/allocations.h"

#include "models/core/allocationwords.h"
#include "models/store/clusterstore.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace lockstep {

bool isAllocationLane(const ClusterStore& store, std::size_t lane)
{
    const SpanLane& its = store.spans().lanes()[lane];
    return its.entity.kind == EntityKind::Node && store.spans().names().name(its.name) == allocationLane;
}

/// The latest state that was reported up to the moment.
NodeHoldings holdingsAt(const ClusterStore& store, std::size_t lane, TimePoint moment)
{
    constexpr Duration lookback = allocationReportedAgain + std::chrono::seconds(30);
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
    const std::int64_t now = moment.time_since_epoch().count();
    const LaneSpans spans = store.laneSpans(lane, {moment - lookback, moment + Duration(1)});
    using Key = std::pair<std::int64_t, std::uint32_t>; // reported up to, state
    const auto keyOf = [now](const StoredSpan& span) {
        return Key{std::min(span.endNs(), now), span.step};
    };
    Key best{now - lookback.count(), 0};
    for (std::size_t at = 0; at < spans.size(); ++at) {
        if (const StoredSpan span = spans[at]; span.startNs <= now)
            best = std::max(best, keyOf(span));
    }
    const NameTable& names = store.spans().names();
    NodeHoldings holdings;
    for (std::size_t at = 0; at < spans.size(); ++at) {
        const StoredSpan span = spans[at];
        if (span.startNs > now || keyOf(span) != best)
            continue;
        if (span.spanKind() == SpanKind::Idle)
            holdings.drainReason = names.name(NameId{span.op});
        else
            holdings.parts.push_back({names.name(NameId{span.job}), names.name(NameId{span.communicator}),
                                      static_cast<std::uint32_t>(std::min(span.bytes, most)), span.sequence});
    }
    return holdings;
}

} // namespace lockstep
