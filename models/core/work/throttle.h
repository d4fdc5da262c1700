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

    /// Something has come that is to be said.
    void count(std::uint64_t number = 1) { m_count += number; }
    void forget() { m_count = 0; }
    [[nodiscard]] std::uint64_t counted() const { return m_count; }

    /// How many have come since it was said last, which is now; 0: none, or it is too soon.
    [[nodiscard]] std::uint64_t take(Time now)
    {
        if (m_count == 0 || (m_last && now >= *m_last && now - *m_last < m_interval))
            return 0;
        m_last = now;
        return std::exchange(m_count, 0);
    }
    /// Something has come, and is to be said now.
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
