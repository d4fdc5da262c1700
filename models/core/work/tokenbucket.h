// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace lockstep {

/// A rate limit per second. Unused amounts accumulate up to a limit. A plain value.
class TokenBucket
{
public:
    TokenBucket(double perSecond, double max) : m_perSecond(perSecond), m_max(max), m_left(max) { }

    /// @param now must always be of the same clock. If it was set back, nothing is added until it has caught up
    template <class Time>
    void fill(Time now)
    {
        const std::chrono::nanoseconds since = now.time_since_epoch();
        if (m_last != std::chrono::nanoseconds::zero())
            m_left += m_perSecond * std::max(0.0, std::chrono::duration<double>(since - m_last).count());
        m_left = std::min(m_left, m_max);
        m_last = std::max(m_last, since);
    }
    [[nodiscard]] bool has(double amount) const { return m_left >= amount; }
    /// The amount may become negative, which later refills compensate.
    void spend(double amount) { m_left -= amount; }
    [[nodiscard]] std::size_t whole() const { return static_cast<std::size_t>(std::max(m_left, 0.0)); }
    [[nodiscard]] bool isFull() const { return m_left >= m_max; }
    /// Time until the amount is positive again.
    [[nodiscard]] std::chrono::nanoseconds timeUntilPositive() const
    {
        return std::chrono::nanoseconds(m_left >= 0 ? 0 : static_cast<std::int64_t>(-m_left / m_perSecond * 1e9));
    }

private:
    double m_perSecond;
    double m_max;
    double m_left;
    std::chrono::nanoseconds m_last{};
};

} // namespace lockstep
