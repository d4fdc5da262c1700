// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"

namespace lockstep {

/// True for a batch that says nothing but that something is missing.
[[nodiscard]] bool carriesOnlyGap(const Batch& batch);

/// True when @p later may be applied in the place of @p earlier, with the ticks between them coming after both:
/// both without a tick, of one run of the agent, and with gaps for one reason.
[[nodiscard]] bool canMerge(const Batch& earlier, const Batch& later);

/// Makes one batch of two for which canMerge() holds: the later word counts, gaps are joined.
void mergeBatch(Batch& earlier, const Batch& later);

/// One gap from the first missing tick of both to the end of both.
void mergeGap(Gap& gap, const Gap& other);

} // namespace lockstep
