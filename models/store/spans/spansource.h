// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/spans/placedspans.h"

#include <memory>

namespace lockstep {

/// Spans that are not in memory but can be had: a recording's. The store asks it for times that it does not hold, so
/// that a view cannot tell past from present. It is reported what is looked at by whoever moves the window; when more
/// has been read it tells the ClusterModel. GUI thread.
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
