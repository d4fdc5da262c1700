// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/ingest/aheadticks.h"

#include "models/core/budget.h"
#include "models/core/eventcodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

/// "30 d", "2.5 h", "90 s": in the largest unit of which there are two.
std::string roughly(Duration duration)
{
    const double seconds = std::chrono::duration<double>(duration).count();
    constexpr std::pair<double, const char*> units[]{{86400, "d"}, {3600, "h"}, {60, "min"}};
    for (const auto& [length, unit] : units) {
        if (seconds >= 2 * length)
            return fmt::format("{:.3g}\u2009{}", seconds / length, unit);
    }
    return fmt::format("{:.3g}\u2009s", seconds);
}

} // namespace

bool AheadTicks::refuses(TimePoint time, TimePoint received)
{
    if (received == TimePoint{} || time <= received + budget::maxAhead)
        return false;
    m_refused.count();
    m_furthest = std::max(m_furthest, time - received);
    return true;
}

std::optional<Event> AheadTicks::news(const std::string& node, TimePoint received)
{
    const std::uint64_t count = m_refused.take(received);
    if (count == 0)
        return std::nullopt;
    return Event{received, Severity::Warning, 0, codes::storeAhead,
                 fmt::format("{} sends ticks that are {} ahead of this machine's clock; {} refused", node,
                             roughly(std::exchange(m_furthest, {})), count)};
}

} // namespace lockstep
