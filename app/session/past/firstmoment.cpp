// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/past/firstmoment.h"

#include "datasources/recording/recordedrows.h"
#include "datasources/recording/recording.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace lockstep {

namespace {

/// Events are read by this much, so that a hostile file cannot fill memory.
constexpr Duration eventsAtOnce = std::chrono::minutes(10);
constexpr Duration longestEmptyStretch = std::chrono::days(365); ///< where nothing is
constexpr std::size_t maxEvents = 200'000;
/// Agents have all been connected to by then, or never will be.
constexpr TickIndex ticksOfBeginning = 120;

TimeRange timesOf(Recording& recording)
{
    const TickRange ticks = recording.ticks();
    return {timeOfTick(ticks.from, recording.tickPeriod()), timeOfTick(ticks.to, recording.tickPeriod())};
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

std::vector<DerivedEvent> eventsOf(Recording& recording)
{
    const TimeRange range = timesOf(recording);
    std::vector<DerivedEvent> events;
    Duration stretch = eventsAtOnce;
    for (TimePoint from = range.from; from < range.to && events.size() < maxEvents;) {
        const TimePoint to = range.to - from > stretch ? from + stretch : range.to;
        std::vector<RecordedEvent> read = recording.events({from, to});
        for (RecordedEvent& each : read) {
            if (recording.topology()->contains(each.entity) && range.contains(each.event.time))
                events.push_back({each.entity, std::move(each.event)});
        }
        // A file may claim centuries; where nothing is, longer steps do.
        stretch = read.empty() ? std::min<Duration>(stretch * 2, longestEmptyStretch) : eventsAtOnce;
        from = to;
    }
    return events;
}

TimePoint firstMomentOf(Recording& recording, std::span<const DerivedEvent> events)
{
    std::optional<TimePoint> warning;
    for (const DerivedEvent& each : events) {
        if (each.event.severity != Severity::Information)
            warning = std::min(warning.value_or(each.event.time), each.event.time);
    }
    return warning.value_or(timeOfTick(firstWholeTick(recording), recording.tickPeriod()));
}

} // namespace lockstep
