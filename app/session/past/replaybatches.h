// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/recording.h"
#include "models/core/batchptr.h"

#include <vector>

namespace lockstep {

/// What happened in a range of a recording, as batches for the store's queue.
struct FetchedSpansAndEvents
{
    TimeRange range;
    std::vector<BatchPtr> batches;
    std::size_t spans = 0;
};

/// The batches that say it: a tick of each node that has spans or events, without values. Any thread that owns the
/// recording.
[[nodiscard]] FetchedSpansAndEvents spansAndEventsAsBatches(Recording& recording, TimeRange range);

/// Who the nodes are, and what was lost of them, to begin with. In a recording that does not tell when they were silent
/// all count as live.
[[nodiscard]] std::vector<BatchPtr> introductionsOf(Recording& recording);

} // namespace lockstep
