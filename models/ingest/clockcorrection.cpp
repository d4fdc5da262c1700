// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/ingest/clockcorrection.h"

#include "models/core/budget.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr Duration right = std::chrono::seconds(10); ///< maximum delay of a tick that is not resent

/// a - b, saturating.
Duration difference(Duration a, Duration b)
{
    std::int64_t result = 0;
    if (__builtin_sub_overflow(a.count(), b.count(), &result))
        return b < Duration::zero() ? Duration::max() : Duration::min();
    return Duration(result);
}

Duration magnitude(Duration duration)
{
    return duration == Duration::min() ? Duration::max() : std::chrono::abs(duration);
}

} // namespace

TimePoint shifted(TimePoint time, Duration shift)
{
    return TimePoint(difference(time.time_since_epoch(), shift));
}

Duration ClockCorrection::shiftFor(TimePoint nodeTime, TimePoint received, const std::optional<ClockOffset>& clock,
                                   Duration tickPeriod)
{
    const bool isEstimated = clock && clock->offset != m_refuted;
    const Duration tolerance = clock ? std::max(tickPeriod, clock->uncertainty) : Duration::zero();
    const Duration estimate = clock && magnitude(clock->offset) > tolerance ? clock->offset : Duration::zero();
    if (isEstimated) {
        m_refuted.reset();
        if (magnitude(difference(clock->offset, m_shift)) > tolerance)
            m_shift = estimate;
    }
    if (received == TimePoint{})
        return m_shift;
    const auto aheadWith = [&](Duration shift) {
        return difference(shifted(nodeTime, shift).time_since_epoch(), received.time_since_epoch());
    };
    const Duration ahead = aheadWith(m_shift);
    if (isEstimated && ahead > budget::maxAhead)
        return m_shift;
    if (ahead > std::max(believable, tolerance)) {
        m_shift = aheadWith(Duration::zero());
        m_refuted = clock ? std::optional(clock->offset) : std::nullopt;
    } else if (!isEstimated && ahead < -right && aheadWith(estimate) <= believable && aheadWith(estimate) >= -right) {
        m_shift = estimate; // the estimate is outdated: the clock was corrected
        m_refuted.reset();
    }
    return m_shift;
}

} // namespace lockstep
