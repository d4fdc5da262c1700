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

/// The values, spans and events of a tick as the wire has it, checked against its layout: as many values as the layout
/// has samples, its time sane. An infinite value is no measurement and becomes no data; so does one that cannot be
/// (plausibleRange), which an event of the tick tells. A span or an event that cannot be (index, time, text, or one too
/// many) is left out alone, which an event tells as well: the measurements beside it count.
/// Fails saying what is wrong. Pure, any thread.
/// @param nameCount how many names of the node are known, those that came with this tick included
/// @param period of the node's ticks: what a tick brings has happened by its end
[[nodiscard]] Status decodeTick(const v1::Tick& wire, std::shared_ptr<const NodeLayout> layout, std::size_t nameCount,
                                Duration period, NodeTick& tick);

} // namespace lockstep
