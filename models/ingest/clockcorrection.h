// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/clockoffset.h"

#include <optional>

namespace lockstep {

/// Decides what to take off a node's times so that its data land where they belong on our time line.
///
/// - A clock whose estimated offset is within a tick (or within its own uncertainty) is left alone: its ticks stay on
///   the grid that all nodes share. A larger offset is taken off. The decision sticks until the estimate has moved by
///   more than a tick, so that jitter of the estimate never makes two ticks fall on one.
/// - Without an estimate, ticks of the past are believed (a resumed stream brings old ticks), but a clock that runs
/// more
///   than a minute ahead of the message's arrival lies: its tick is put where it arrived, and the next ones keep their
///   distance to it. So no clock can push the cluster's history out of memory.
///
/// A plain value, one per node.
class ClockCorrection
{
public:
    static constexpr Duration believable
        = std::chrono::minutes(1); ///< how far ahead a clock may be without an estimate

    /// The shift for a tick of @p nodeTime that arrived at @p received (epoch: unknown, then the node is believed).
    Duration shiftFor(TimePoint nodeTime, TimePoint received, const std::optional<ClockOffset>& clock,
                      Duration tickPeriod);

private:
    Duration m_shift{};
};

/// time - shift, saturating instead of overflowing.
[[nodiscard]] TimePoint shifted(TimePoint time, Duration shift);

} // namespace lockstep
