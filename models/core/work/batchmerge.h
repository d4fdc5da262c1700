// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"
#include "models/core/batchptr.h"

#include <cstddef>

namespace lockstep {

/// Approximate memory that a queued batch keeps alive, without the layout, which the ticks of a node share.
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

} // namespace lockstep
