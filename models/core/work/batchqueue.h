// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batchptr.h"
#include "models/core/work/tickqueue.h"

namespace lockstep {

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
