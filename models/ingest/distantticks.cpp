// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/ingest/distantticks.h"

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

bool DistantTicks::refuses(TimePoint time, TimePoint received)
{
    const bool isBehind = time < received - budget::maxBehind;
    if (received == TimePoint{} || (!isBehind && time <= received + budget::maxAhead))
        return false;
    Refused& refused = isBehind ? m_behind : m_ahead;
    refused.count.count();
    refused.furthest = std::max(refused.furthest, isBehind ? received - std::max(time, TimePoint{}) : time - received);
    return true;
}

std::vector<Event> DistantTicks::news(const std::string& node, TimePoint received)
{
    std::vector<Event> events;
    const auto tell = [&](Refused& refused, const char* code, const char* where) {
        if (const std::uint64_t count = refused.count.take(received); count > 0)
            events.push_back({received, Severity::Warning, 0, code,
                              fmt::format("{} sends ticks that are {} {} this machine's clock; {} refused", node,
                                          roughly(std::exchange(refused.furthest, {})), where, count)});
    };
    tell(m_ahead, codes::storeAhead, "ahead of");
    tell(m_behind, codes::storeBehind, "behind");
    return events;
}

} // namespace lockstep
