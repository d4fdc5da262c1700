// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/clockoffset.h"

#include <optional>

namespace lockstep {

/// Determines the offset to subtract from a node's times, to convert them to the local clock.
///
/// - A clock within a tick (or its own uncertainty) is not corrected, so that ticks stay on the common grid. A larger
///   offset is subtracted. The decision is kept until the estimate has changed by more than a tick, so that jitter
///   never maps two ticks to one.
/// - Without an estimate, past ticks are accepted (a resumed stream delivers old ticks), but a clock more than a minute
///   ahead is not: its tick is placed at its arrival, and later ones relative to it. So no clock can push history out
///   of memory.
///
/// A plain value, one per node.
class ClockCorrection
{
public:
    static constexpr Duration believable = std::chrono::minutes(1); ///< maximum lead of a clock without an estimate

    /// The shift for a tick of @p nodeTime that arrived at @p received (epoch: unknown; the node's time is then
    /// trusted).
    Duration shiftFor(TimePoint nodeTime, TimePoint received, const std::optional<ClockOffset>& clock,
                      Duration tickPeriod);

private:
    Duration m_shift{};
};

/// time - shift, saturating instead of overflowing.
[[nodiscard]] TimePoint shifted(TimePoint time, Duration shift);

} // namespace lockstep
