// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"
#include "models/core/batchptr.h"
#include "models/core/work/tickqueue.h"

#include <cstddef>

namespace lockstep {

/// Approximate memory that a queued batch keeps alive. Excludes the layout, which the ticks of a node share.
[[nodiscard]] std::size_t bytesOf(const Batch& batch);

/// True for a batch that contains only a gap.
[[nodiscard]] bool carriesOnlyGap(const Batch& batch);

/// True if @p later may be applied together with @p earlier, before the ticks between them: both have no tick, belong
/// to one run of the agent, and have gaps for one reason.
[[nodiscard]] bool canMerge(const Batch& earlier, const Batch& later);

/// Merges two batches for which canMerge() holds: later data replaces earlier data, gaps are joined.
void mergeBatch(Batch& earlier, const Batch& later);

/// Joins both gaps, from the first missing tick to the end of the last.
void addGap(std::optional<Gap>& gap, const std::optional<Gap>& other);

/// The gap of one tick that a full queue has dropped.
[[nodiscard]] Gap droppedTick(TimeRange range);

/// Queue rules for batches that have not been placed.
struct BatchRules
{
    using Item = BatchPtr;

    [[nodiscard]] static const Batch& batchOf(const BatchPtr& batch) { return *batch; }
    [[nodiscard]] static std::size_t bytesOf(const BatchPtr& batch);
    [[nodiscard]] static BatchPtr withoutTick(const BatchPtr& batch);
    [[nodiscard]] static bool carriesOnlyGap(const BatchPtr& batch);
    [[nodiscard]] static bool canMerge(const BatchPtr& earlier, const BatchPtr& later);
    [[nodiscard]] static BatchPtr merged(const BatchPtr& earlier, const BatchPtr& later);
};

extern template class TickQueue<BatchRules>;

/// From source threads to the placer.
using BatchQueue = TickQueue<BatchRules>;

} // namespace lockstep
