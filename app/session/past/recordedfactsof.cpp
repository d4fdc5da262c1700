// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/past/recordedfactsof.h"

#include "datasources/recording/recordedrows.h"
#include "datasources/recording/recording.h"
#include "models/core/topology/topologybuilder.h"
#include "models/view/time/timeaxis.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>

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

TimePoint endOf(Recording& recording)
{
    return timesOf(recording).to + std::chrono::minutes(1);
}

TickIndex firstWholeTick(Recording& recording)
{
    const TickRange ticks = recording.ticks();
    const MetricId presence = recording.metrics().find(presenceMetric().name);
    TickIndex whole = ticks.from;
    std::ptrdiff_t max = 0;
    for (TickIndex tick = ticks.from; presence.isValid() && tick < std::min(ticks.to, ticks.from + ticksOfBeginning);
         ++tick) {
        const std::vector<float> row = recording.row(presence, tick);
        const auto reporting = std::ranges::count_if(row, [](float value) { return !std::isnan(value); });
        if (reporting > max) {
            max = reporting;
            whole = tick;
        }
    }
    return whole;
}

void readEvents(Recording& recording, RecordedFacts& facts)
{
    const TimeRange range = timesOf(recording);
    std::vector<DerivedEvent>& events = facts.events;
    Duration stretch = eventsAtOnce;
    for (TimePoint from = range.from; from < range.to;) {
        if (events.size() >= maxEvents) {
            facts.eventsUntil = from;
            break;
        }
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
    std::ranges::stable_sort(events, {}, [](const DerivedEvent& each) { return each.event.time; });
}

/// "2026-11-21 03:12:44 to 04:12:44 UTC"
std::string rangeText(TimeRange range)
{
    return formatDateTime(range.from) + " to " + formatDateTime(range.to);
}

} // namespace

RecordedFacts factsOf(Recording& recording)
{
    RecordedFacts facts;
    facts.source = {SourceState::Recorded, recording.path(), rangeText(timesOf(recording)), std::nullopt, 0};
    const Topology& topology = *recording.topology();
    const auto isKnown = [&topology](std::uint32_t node) {
        return topology.contains({EntityKind::Node, node});
    };
    // All of them, wherever one looks: how many ticks were lost is said of the whole recording.
    for (const RecordedGap& each : recording.gaps({TimePoint::min(), TimePoint::max()})) {
        if (isKnown(each.node))
            facts.gaps.emplace_back(each.node, each.gap);
    }
    std::map<std::uint32_t, ClockOffset> clocks;
    for (const RecordedClock& each : recording.standing(endOf(recording)).clocks) {
        if (isKnown(each.node))
            clocks.insert_or_assign(each.node, each.clock);
    }
    facts.clocks.assign(clocks.begin(), clocks.end());
    readEvents(recording, facts);
    facts.reportsSilence = recording.metrics().find(presenceMetric().name).isValid();
    return facts;
}

TopologyPtr describedTopologyOf(Recording& recording)
{
    TopologyBuilder builder(*recording.topology());
    for (const RecordedIdentity& each : recording.standing(endOf(recording)).identities)
        builder.describeNode(each.identity);
    return builder.hasChanged() ? builder.build() : recording.topology();
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
