// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/past/recordingopener.h"

#include "datasources/incidents/incidentbundle.h"
#include "datasources/recording/recordedrows.h"
#include "models/core/time.h"
#include "models/core/topology/topologybuilder.h"
#include "models/view/time/timeaxis.h"

#include <QFileInfo>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <string>
#include <utility>

namespace lockstep {

namespace {

// These functions read files, so never on the GUI thread.

/// Events are read in pieces of this length, so that a malicious file cannot exhaust memory.
constexpr Duration eventsAtOnce = std::chrono::minutes(10);
constexpr Duration summarisedEventsAtOnce = std::chrono::hours(24);
constexpr Duration longestEmptyStretch = std::chrono::days(365); ///< piece length where there are no events
constexpr std::size_t maxEvents = 200'000;
/// By then all agents are connected, or will not be.
constexpr TickIndex ticksOfBeginning = 120;

TimeRange timesOf(Recording& recording)
{
    const TickRange ticks = recording.ticksWithTiers();
    return {timeOfTick(ticks.from, recording.tickPeriod()), timeOfTick(ticks.to, recording.tickPeriod())};
}

TimePoint endOf(Recording& recording)
{
    return timesOf(recording).to + std::chrono::minutes(1);
}

/// Beginning of the newest part at full resolution.
TimePoint beginOfTicks(Recording& recording)
{
    const std::vector<SummarisedRange> summarised = recording.summarised();
    return timeOfTick(summarised.empty() ? recording.ticks().from : summarised.back().ticks.to, recording.tickPeriod());
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

/// Adds events of known entities, and of subjects that are not entities: "All 64 nodes".
/// @return whether there were any
bool addEvents(Recording& recording, TimeRange range, std::vector<DerivedEvent>& events)
{
    std::vector<RecordedEvent> read = recording.events(range);
    for (RecordedEvent& each : read) {
        const bool isKnown = recording.topology()->contains(each.entity)
            || (!each.entity.isValid() && !each.event.fields.subject.empty());
        if (isKnown && range.contains(each.event.time))
            events.push_back({each.entity, std::move(each.event)});
    }
    return !read.empty();
}

enum class Order { OldestFirst, NewestFirst };

/// Adds events in pieces of this length, as far as there is space.
/// @return where it ended; nullopt: all were read
std::optional<TimePoint> readEvents(Recording& recording, TimeRange range, Duration piece, Order order,
                                    std::vector<DerivedEvent>& events)
{
    Duration stretch = piece;
    while (range.from < range.to) {
        TimePoint& reached = order == Order::OldestFirst ? range.from : range.to;
        if (events.size() >= maxEvents)
            return reached;
        TimeRange read = range;
        if (range.to - range.from > stretch && order == Order::OldestFirst)
            read.to = range.from + stretch;
        else if (range.to - range.from > stretch)
            read.from = range.to - stretch;
        const bool hasAny = addEvents(recording, read, events);
        // A file may claim to span centuries, so the step becomes longer while it contains no events.
        stretch = hasAny ? piece : std::min<Duration>(stretch * 2, longestEmptyStretch);
        reached = order == Order::OldestFirst ? read.to : read.from;
    }
    return std::nullopt;
}

/// "2026-11-21 03:12:44 to 04:12:44 UTC"
std::string rangeText(TimeRange range)
{
    return formatDateTime(range.from) + " to " + formatDateTime(range.to);
}

/// Facts of a recording other than columns and spans, with as many events as can be listed.
RecordedFacts factsOf(Recording& recording)
{
    RecordedFacts facts;
    facts.source = {SourceState::Recorded, recording.path(), rangeText(timesOf(recording)), std::nullopt, 0};
    const Topology& topology = *recording.topology();
    const auto isKnown = [&topology](std::uint32_t node) {
        return topology.contains({EntityKind::Node, node});
    };
    // All gaps at once, because lost ticks are reported for the whole recording.
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
    const TimeRange all = timesOf(recording);
    const TimePoint begin = beginOfTicks(recording);
    facts.eventsUntil = readEvents(recording, {begin, all.to}, eventsAtOnce, Order::OldestFirst, facts.events);
    facts.eventsSince
        = readEvents(recording, {all.from, begin}, summarisedEventsAtOnce, Order::NewestFirst, facts.events);
    std::ranges::stable_sort(facts.events, {}, [](const DerivedEvent& each) { return each.event.time; });
    facts.reportsSilence = recording.metrics().find(presenceMetric().name).isValid();
    return facts;
}

/// The recording's topology with the nodes' own descriptions.
TopologyPtr describedTopologyOf(Recording& recording)
{
    TopologyBuilder builder(*recording.topology());
    for (const RecordedIdentity& each : recording.standing(endOf(recording)).identities)
        builder.describeNode(each.identity);
    return builder.hasChanged() ? builder.build() : recording.topology();
}

/// Initial moment: the first warning at full resolution, otherwise the first moment within its first minutes at which
/// most nodes report.
TimePoint firstMomentOf(Recording& recording, std::span<const DerivedEvent> events)
{
    const TimePoint begin = beginOfTicks(recording);
    std::optional<TimePoint> warning;
    for (const DerivedEvent& each : events) {
        if (each.event.time >= begin && each.event.severity != Severity::Information)
            warning = std::min(warning.value_or(each.event.time), each.event.time);
    }
    return warning.value_or(timeOfTick(firstWholeTick(recording), recording.tickPeriod()));
}

std::shared_ptr<OpenedFile> lookInto(const QString& path, const std::stop_token& stop)
{
    auto file = std::make_shared<OpenedFile>();
    file->path = path;
    bool hasRecording = true;
    if (QFileInfo(path).isFile()) {
        const Result<BundleContents> contents = bundleContents(path.toStdString(), stop);
        if (!contents.isOk()) {
            file->problem = contents.error().message;
            return file;
        }
        file->hasIncidents = contents.value().hasIncidents;
        hasRecording = contents.value().hasRecording;
    }
    // A bundle with incidents only does not replace the current session.
    if (!hasRecording && file->hasIncidents)
        return file;
    Result<OpenedRecording> opened = openForReplay(path, stop);
    if (opened.isOk())
        file->recording = std::move(opened).value();
    else
        file->problem = opened.error().message;
    return file;
}

} // namespace

Result<OpenedRecording> openForReplay(const QString& path, const std::stop_token& stop)
{
    Result<Recording> columns = Recording::open(path.toStdString(), stop, Recording::Reads::TicksAndTiers);
    if (!columns.isOk())
        return columns.error();
    Result<Recording> spans = columns.value().again();
    if (!spans.isOk())
        return spans.error();
    TopologyPtr topology = describedTopologyOf(columns.value());
    RecordedFacts facts = factsOf(columns.value());
    const TimePoint firstMoment = firstMomentOf(columns.value(), facts.events);
    // Later readers of these use their own stop tokens.
    for (Recording* const each : {&columns.value(), &spans.value()})
        each->stopWith({});
    return OpenedRecording{
        std::move(columns).value(), std::move(spans).value(), std::move(topology), std::move(facts), path, firstMoment};
}

void RecordingOpener::open(const QString& path)
{
    m_worker.ask([this, order = ++m_newest, path](const std::stop_token& stop) {
        QMetaObject::invokeMethod(
            this, [this, order, file = lookInto(path, stop)] { deliver(order, file); }, Qt::QueuedConnection);
    });
}

void RecordingOpener::deliver(std::uint64_t order, const std::shared_ptr<OpenedFile>& file)
{
    if (order == m_newest)
        Q_EMIT opened(file);
}

} // namespace lockstep

#include "moc_recordingopener.cpp"
