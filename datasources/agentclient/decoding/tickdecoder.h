// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"
#include "models/core/result.h"

#include <cstddef>
#include <memory>

namespace lockstep {

namespace v1 {
class Tick;
}

/// Values, spans and events of a tick from the wire, validated against its layout: as many values as the layout has
/// samples, and a plausible time. Infinite values become no data; so do impossible ones (plausibleRange), which an
/// event of the tick reports. Invalid or excess spans and events (index, time, text) are dropped individually, which an
/// event reports too; the rest of the tick counts. The error names the problem. Pure, any thread.
/// @param nameCount number of known names of the node, including those of this tick
/// @param period of the node's ticks, which bounds the times in it
[[nodiscard]] Status decodeTick(const v1::Tick& wire, std::shared_ptr<const NodeLayout> layout, std::size_t nameCount,
                                Duration period, NodeTick& tick);

} // namespace lockstep
