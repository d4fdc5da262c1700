// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/ingest/clockcorrection.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr Duration right = std::chrono::seconds(10);

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
    if (clock) {
        const Duration tolerance = std::max(tickPeriod, clock->uncertainty);
        if (magnitude(difference(clock->offset, m_shift)) > tolerance)
            m_shift = magnitude(clock->offset) > tolerance ? clock->offset : Duration::zero();
    } else if (received != TimePoint{}) {
        const Duration ahead = difference(shifted(nodeTime, m_shift).time_since_epoch(), received.time_since_epoch());
        const Duration asItSays = difference(nodeTime.time_since_epoch(), received.time_since_epoch());
        if (ahead > believable)
            m_shift = asItSays;
        else if (ahead < -believable && magnitude(asItSays) <= right)
            m_shift = Duration::zero(); // the guess is outdated: the clock was set right
    }
    return m_shift;
}

} // namespace lockstep
