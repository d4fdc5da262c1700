// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/time.h"

namespace lockstep {

/// Changes by one application of batches, so that each view can decide whether it is affected. A plain value.
struct ChangeSet
{
    bool topology = false; ///< entities were added, or a node has a new description
    bool metrics = false; ///< metrics were added
    bool spans = false;
    bool events = false;
    bool sources = false; ///< state of a source, freshness of a node, a gap or a clock offset
    TickRange ticks; ///< ticks that received samples; empty: none
    bool isFetched = false; ///< ticks of a recording became available; nothing new was measured
    bool historyDropped = false; ///< the oldest ticks left memory
    TimePoint newestSample; ///< time of the newest sample, corrected to the local clock; epoch if ticks is empty

    [[nodiscard]] bool isEmpty() const
    {
        return !topology && !metrics && !spans && !events && !sources && ticks.isEmpty() && !historyDropped;
    }
    void merge(const ChangeSet& other);
    void includeTick(TickIndex tick);
};

} // namespace lockstep
