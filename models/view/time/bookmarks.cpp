// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/time/bookmarks.h"

#include <algorithm>

namespace lockstep {

void Bookmarks::setTimes(std::vector<TimePoint> times)
{
    std::ranges::sort(times);
    const auto repeated = std::ranges::unique(times);
    times.erase(repeated.begin(), repeated.end());
    if (times == m_times)
        return;
    m_times = std::move(times);
    Q_EMIT changed();
}

void Bookmarks::toggle(TimePoint time, Duration reach)
{
    std::vector<TimePoint> times = m_times;
    const auto isNear = [&](TimePoint each) {
        return std::chrono::abs(each - time) <= reach;
    };
    if (std::erase_if(times, isNear) == 0)
        times.push_back(time);
    setTimes(std::move(times));
}

std::optional<TimePoint> Bookmarks::next(TimePoint from, int direction) const
{
    if (direction > 0) {
        const auto after = std::ranges::upper_bound(m_times, from);
        return after == m_times.end() ? std::nullopt : std::optional(*after);
    }
    const auto notBefore = std::ranges::lower_bound(m_times, from);
    return notBefore == m_times.begin() ? std::nullopt : std::optional(*std::prev(notBefore));
}

} // namespace lockstep

#include "moc_bookmarks.cpp"
