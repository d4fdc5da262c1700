// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"
#include "models/core/batchptr.h"

#include <cstddef>

namespace lockstep {

/// Memory that a batch keeps alive while it waits, about; the layout, which a node's ticks share, is not its own.
[[nodiscard]] std::size_t bytesOf(const Batch& batch);

/// True for a batch that says nothing but that something is missing.
[[nodiscard]] bool carriesOnlyGap(const Batch& batch);

/// True when @p later may be applied in the place of @p earlier, with the ticks between them coming after both:
/// both without a tick, of one run of the agent, and with gaps for one reason.
[[nodiscard]] bool canMerge(const Batch& earlier, const Batch& later);

/// Makes one batch of two for which canMerge() holds: the later word counts, gaps are joined.
void mergeBatch(Batch& earlier, const Batch& later);

/// Makes one gap of both, from the first missing tick to the end of the last.
void addGap(std::optional<Gap>& gap, const std::optional<Gap>& other);

/// One tick that a full queue has dropped.
[[nodiscard]] Gap droppedTick(TimeRange range);

} // namespace lockstep
