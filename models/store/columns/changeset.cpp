// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/columns/changeset.h"

#include <algorithm>

namespace lockstep {

void ChangeSet::merge(const ChangeSet& other)
{
    topology |= other.topology;
    metrics |= other.metrics;
    spans |= other.spans;
    events |= other.events;
    sources |= other.sources;
    historyDropped |= other.historyDropped;
    // If any of the changes contains new measurements, so does the result.
    const bool isOneFetched = isFetched || other.isFetched;
    isFetched = isOneFetched && (ticks.isEmpty() || isFetched) && (other.ticks.isEmpty() || other.isFetched);
    if (!other.ticks.isEmpty()) {
        includeTick(other.ticks.from);
        includeTick(other.ticks.to - 1);
    }
    newestSample = std::max(newestSample, other.newestSample);
}

void ChangeSet::includeTick(TickIndex tick)
{
    ticks = ticks.isEmpty() ? TickRange{tick, tick + 1}
                            : TickRange{std::min(ticks.from, tick), std::max(ticks.to, tick + 1)};
}

} // namespace lockstep
