// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordedcauses.h"

#include "app/analysis/recordedanalysis.h"
#include "app/record/headlessapplication.h"
#include "datasources/recording/recordingfolder.h"
#include "models/analysis/causality/alerts.h"
#include "models/analysis/causality/dependencygraph.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/metrics/pointwise.h"
#include "models/core/topology/topologybuilder.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <span>

namespace lockstep {

namespace {

constexpr Duration recentPast = std::chrono::seconds(30);
constexpr Duration stretchOfSpans = std::chrono::seconds(5);
constexpr Duration shortestPause = std::chrono::seconds(30);
constexpr int maxStretches = 100;
/// A finding of silence follows the last tick after a delay. Later events have wall-clock times that do not belong to
/// these measurements.
constexpr Duration longestSilence = std::chrono::minutes(15);

/// The jobs of a recording and their placement. Reads spans only in samples spread over the recording; a job that ran
/// in none of them is not found.
ObservedJobs recordedJobs(Recording& recording)
{
    const TickRange ticks = recording.ticks();
    const TimePoint begin = timeOfTick(ticks.from, recording.tickPeriod());
    const TimePoint end = timeOfTick(ticks.to, recording.tickPeriod());
    const Duration apart = std::max<Duration>(shortestPause, (end - begin) / maxStretches);
    std::map<std::uint32_t, std::set<EntityRef>> places; // by the job's name
    for (TimePoint from = begin; from < end; from += apart) {
        for (const RecordedSpan& span : recording.spans({from, from + stretchOfSpans})) {
            if (span.job != 0 && span.rank != Span::noRank)
                places[span.job].insert(span.entity);
        }
    }
    ObservedJobs jobs;
    for (const auto& [job, entities] : places)
        jobs.push_back({recording.names().name(NameId{job}), {entities.begin(), entities.end()}});
    std::ranges::sort(jobs, {}, &ObservedJob::name);
    return jobs;
}

} // namespace

RecordedCauses::RecordedCauses(Recording& recording, std::optional<TimePoint> until)
    : m_recording(recording), m_until(until), m_jobs(recordedJobs(recording))
{
    TopologyBuilder builder(*recording.topology());
    for (const RecordedIdentity& each : recording.standing(range().to + std::chrono::minutes(1)).identities)
        builder.describeNode(each.identity);
    m_topology = builder.build();
    for (RecordedEvent& each : recording.events({TimePoint::min(), TimePoint::max()}))
        m_events.push_back({each.entity, std::move(each.event)});
    const MissingResults missing = missingResults(recording);
    if (missing.isEmpty())
        return;
    const HeadlessApplication application;
    analyseRecording(recording, missing, {}, [this](Derived found, double) { keep(std::move(found)); });
}

void RecordedCauses::keep(Derived found)
{
    for (DerivedEvent& each : found.events)
        m_events.push_back(std::move(each));
    for (DerivedColumn& each : found.columns) {
        const bool isOfJobs = each.metric.entityKind == EntityKind::Job || each.metric.name == metrics::gpu::syncBlame;
        if (!isOfJobs || m_foundBytes > maxKeptBytes)
            continue;
        m_foundBytes += each.values.size() * sizeof(float);
        m_found.insert_or_assign({each.metric.name, each.tick}, std::move(each.values));
    }
}

TimeRange RecordedCauses::range() const
{
    const TickRange ticks = m_recording.ticks();
    return {timeOfTick(ticks.from, m_recording.tickPeriod()), timeOfTick(lastTick() + 1, m_recording.tickPeriod())};
}

TickIndex RecordedCauses::lastTick() const
{
    const TickRange ticks = m_recording.ticks();
    return m_until ? std::clamp(tickIndexOf(*m_until, m_recording.tickPeriod()), ticks.from, ticks.to - 1)
                   : ticks.to - 1;
}

std::vector<Alert> RecordedCauses::alerts() const
{
    TimeRange during = range();
    if (m_until)
        return alertsDuring(m_events, DependencyGraph(*m_topology, m_jobs), during);
    if (FolderLock::isTaken(m_recording.path()))
        during.to = std::max(during.to, wallClockNow());
    const TimePoint end = range().to + longestSilence;
    for (const DerivedEvent& each : m_events) {
        if (each.event.time <= end)
            during.to = std::max(during.to, each.event.time);
    }
    return alertsDuring(m_events, DependencyGraph(*m_topology, m_jobs), during);
}

std::vector<float> RecordedCauses::column(std::string_view metric, TickIndex tick) const
{
    if (!m_found.empty()) {
        if (const auto found = m_found.find({std::string(metric), tick}); found != m_found.end())
            return found->second;
    }
    const MetricId id = m_recording.metrics().find(metric);
    if (!id.isValid())
        return computedColumn(metric, tick);
    Reading& reading = m_readings[std::string(metric)];
    const bool readsOn = tick == std::exchange(reading.next, tick + 1);
    const TickIndex first = RecordedBlock::firstOf(tick);
    const bool hasIt = reading.hasBlock && reading.block.first == first;
    if (!hasIt && !readsOn)
        return m_recording.row(id, tick);
    if (!hasIt) {
        reading.block = m_recording.block(id, first);
        reading.block.first = first;
        reading.hasBlock = true;
    }
    const std::span<const float> row = reading.block.row(tick);
    return {row.begin(), row.end()};
}

std::vector<float> RecordedCauses::newest(std::string_view metric) const
{
    const TickIndex looks = std::max<TickIndex>(1, recentPast / tickPeriod());
    std::vector<float> values;
    for (TickIndex tick = lastTick() - looks; tick <= lastTick(); ++tick) {
        const std::vector<float> now = column(metric, tick);
        values.resize(std::max(values.size(), now.size()), noData);
        for (std::size_t entity = 0; entity < now.size(); ++entity)
            values[entity] = std::isnan(now[entity]) ? values[entity] : now[entity];
    }
    return values;
}

/// For a metric that is not recorded, because it is computed from others of the same tick.
std::vector<float> RecordedCauses::computedColumn(std::string_view metric, TickIndex tick) const
{
    const PointwiseMetric* const computed = findPointwise(metric);
    if (computed == nullptr)
        return {};
    std::vector<std::vector<float>> columns;
    for (const std::string_view input : computed->inputs)
        columns.push_back(column(input, tick));
    const std::vector<std::span<const float>> views(columns.begin(), columns.end());
    return computed->column(views);
}

} // namespace lockstep
