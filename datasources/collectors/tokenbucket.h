// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>

namespace lockstep {

/// So much a second, and what was not used up to a limit. A plain value.
class TokenBucket
{
public:
    using Time = std::chrono::steady_clock::time_point;

    TokenBucket(double perSecond, double most) : m_perSecond(perSecond), m_most(most), m_left(most) { }

    void fill(Time now)
    {
        if (m_last != Time{})
            m_left += m_perSecond * std::max(0.0, std::chrono::duration<double>(now - m_last).count());
        m_left = std::min(m_left, m_most);
        m_last = now;
    }
    [[nodiscard]] bool has(double amount) const { return m_left >= amount; }
    /// May go below nothing: then it takes until that is paid back.
    void spend(double amount) { m_left -= amount; }
    [[nodiscard]] std::size_t whole() const { return static_cast<std::size_t>(std::max(m_left, 0.0)); }
    [[nodiscard]] bool isFull() const { return m_left >= m_most; }
    /// Until there is anything again.
    [[nodiscard]] std::chrono::nanoseconds untilPaid() const
    {
        return std::chrono::nanoseconds(m_left >= 0 ? 0 : static_cast<std::int64_t>(-m_left / m_perSecond * 1e9));
    }

private:
    double m_perSecond;
    double m_most;
    double m_left;
    Time m_last{};
};

} // namespace lockstep
