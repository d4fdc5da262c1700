// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <optional>
#include <utility>

namespace lockstep {

/// Limits messages to one per interval, the first at once, and counts suppressed ones. A clock that was set back resets
/// it. A plain value.
/// @tparam Time of any clock
template <class Time = TimePoint>
class Throttle
{
public:
    explicit Throttle(Duration interval = std::chrono::minutes(1)) : m_interval(interval) { }

    /// Adds occurrences to report.
    void count(std::uint64_t number = 1) { m_count += number; }
    void forget() { m_count = 0; }
    [[nodiscard]] std::uint64_t counted() const { return m_count; }

    /// Number of occurrences since the last report, if a report is due now; otherwise 0.
    [[nodiscard]] std::uint64_t take(Time now)
    {
        if (m_count == 0 || (m_last && now >= *m_last && now - *m_last < m_interval))
            return 0;
        m_last = now;
        return std::exchange(m_count, 0);
    }
    /// Adds an occurrence; returns whether to report it now.
    [[nodiscard]] bool admits(Time now)
    {
        m_count = 1;
        return take(now) != 0;
    }
    [[nodiscard]] std::optional<Time> last() const { return m_last; }

private:
    Duration m_interval;
    std::optional<Time> m_last;
    std::uint64_t m_count = 0;
};

} // namespace lockstep
