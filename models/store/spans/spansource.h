// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/spans/placedspans.h"

#include <memory>

namespace lockstep {

/// Spans outside memory, from a recording. The store requests times from it that it does not hold, so that views cannot
/// tell past from present. The view that moves the window reports the visible range; arrivals are signalled through
/// ClusterModel. GUI thread.
class SpanSource
{
public:
    virtual ~SpanSource() = default;

    /// The loaded spans of the visible range; null: none.
    [[nodiscard]] virtual const std::shared_ptr<const PlacedSpans>& placed() const = 0;
    /// Whether only the spans around the cursor were read because there are very many. False: missing spans are still
    /// being read.
    [[nodiscard]] virtual bool isCutShort() const = 0;
};

} // namespace lockstep
