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

    /// What has been read of what is looked at; null: nothing.
    [[nodiscard]] virtual const std::shared_ptr<const PlacedSpans>& placed() const = 0;
    /// Of a long time with very many spans only those around the moment are read. False: what is missing is coming.
    [[nodiscard]] virtual bool isCutShort() const = 0;
};

} // namespace lockstep
