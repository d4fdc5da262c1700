// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/firstmoment.h"

#include "datasources/storage/recordedrows.h"
#include "datasources/storage/recording.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace lockstep {

namespace {

/// Events are read by this much, so that a warning early in a long recording is found at once.
constexpr Duration eventsAtOnce = std::chrono::minutes(10);
/// Agents have all been connected to by then, or never will be.
constexpr TickIndex ticksOfBeginning = 120;

std::optional<TimePoint> firstWarning(Recording& recording, TimeRange range)
{
    for (TimePoint from = range.from; from < range.to; from += eventsAtOnce) {
        std::optional<TimePoint> first;
        for (const RecordedEvent& each : recording.events({from, std::min(from + eventsAtOnce, range.to)})) {
            if (each.event.severity != Severity::Information && range.contains(each.event.time))
                first = std::min(first.value_or(each.event.time), each.event.time);
        }
        if (first)
            return first;
    }
    return std::nullopt;
}

TickIndex firstWholeTick(Recording& recording)
{
    const TickRange ticks = recording.ticks();
    const MetricId presence = recording.metrics().find(presenceMetric().name);
    TickIndex whole = ticks.from;
    std::ptrdiff_t most = 0;
    for (TickIndex tick = ticks.from; presence.isValid() && tick < std::min(ticks.to, ticks.from + ticksOfBeginning);
         ++tick) {
        const std::vector<float> row = recording.row(presence, tick);
        const auto reporting = std::ranges::count_if(row, [](float value) { return !std::isnan(value); });
        if (reporting > most) {
            most = reporting;
            whole = tick;
        }
    }
    return whole;
}

} // namespace

TimePoint firstMomentOf(Recording& recording)
{
    const Duration period = recording.tickPeriod();
    const TickRange ticks = recording.ticks();
    const TimeRange range{timeOfTick(ticks.from, period), timeOfTick(ticks.to, period)};
    if (const auto warning = firstWarning(recording, range))
        return *warning;
    return timeOfTick(firstWholeTick(recording), period);
}

} // namespace lockstep
