// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/time.h"

namespace lockstep {

/// Changes made by one application of batches, so that each view can tell whether it is affected. A plain value.
struct ChangeSet
{
    bool topology = false; ///< entities were added, or a node has a new description
    bool metrics = false; ///< metrics were added
    bool spans = false;
    bool events = false;
    bool sources = false; ///< state of a source, freshness of a node, a gap or a clock offset
    TickRange ticks; ///< ticks that got samples; empty: none
    bool isFetched = false; ///< ticks of a recording came to be looked at; nothing new was measured
    bool historyDropped = false; ///< the oldest ticks left memory
    TimePoint newestSample; ///< node time of the newest sample applied, on our clock; epoch when ticks is empty

    [[nodiscard]] bool isEmpty() const
    {
        return !topology && !metrics && !spans && !events && !sources && ticks.isEmpty() && !historyDropped;
    }
    void merge(const ChangeSet& other);
    void includeTick(TickIndex tick);
};

} // namespace lockstep
