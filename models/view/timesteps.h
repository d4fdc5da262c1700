// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/time.h"

#include <optional>

namespace lockstep {

class ClusterStore;

/// Where a step through what happened leads: the nearest after (+1) or before (-1) a time among what is in memory.

/// The beginning of a span on @p of or on what is part of it; on anything when @p of is invalid.
[[nodiscard]] std::optional<TimePoint> nextSpanStart(const ClusterStore& store, EntityRef of, TimePoint from,
                                                     int direction);
/// An event of @p of or of what is part of it; of anything when @p of is invalid.
[[nodiscard]] std::optional<TimePoint> nextEvent(const ClusterStore& store, EntityRef of, TimePoint from,
                                                 int direction);

} // namespace lockstep
