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
/// - Without an estimate, past ticks are accepted (a resumed stream delivers old ticks), but no tick is ahead of its
///   arrival: it is placed there, and later ones relative to it. So no clock can push history out of memory, or move
///   the newest tick, which is the present of all views.
/// - The same applies if a clock has leaped forward since its latest estimate, until the next one. A tick that is more
///   than budget::maxAhead ahead of the estimate is left as it is, and rejected elsewhere.
///
/// A plain value, one per node.
class ClockCorrection
{
public:
    static constexpr Duration believable = std::chrono::seconds(2); ///< maximum lead of a tick over its arrival

    /// The shift for a tick of @p nodeTime that arrived at @p received (epoch: unknown; the node's time is then
    /// trusted).
    Duration shiftFor(TimePoint nodeTime, TimePoint received, const std::optional<ClockOffset>& clock,
                      Duration tickPeriod);

private:
    Duration m_shift{};
    std::optional<Duration> m_refuted; ///< offset of an estimate from before the clock leaped
};

/// time - shift, saturating instead of overflowing.
[[nodiscard]] TimePoint shifted(TimePoint time, Duration shift);

} // namespace lockstep
