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
#include <iterator>
#include <memory>
#include <set>
#include <utility>

namespace lockstep {

std::span<const TickIndex> lastHours(const RecordedCauses& causes, double hours)
{
    const std::span<const TickIndex> ticks = causes.ticks();
    const double wanted = hours * 3600 / std::chrono::duration<double>(causes.tickPeriod()).count();
    if (ticks.empty() || !(wanted > 0) || wanted >= static_cast<double>(ticks.back() - ticks.front()))
        return ticks;
    const auto first = std::ranges::upper_bound(ticks, ticks.back() - static_cast<TickIndex>(wanted));
    return ticks.subspan(static_cast<std::size_t>(first - ticks.begin()));
}

std::vector<std::vector<float>> valuesIn(const RecordedCauses& causes, std::string_view metric,
                                         std::span<const EntityRef> jobs, std::span<const TickIndex> ticks)
{
    std::vector<std::vector<float>> all(jobs.size(), std::vector<float>(ticks.size(), noData));
    for (std::size_t at = 0; at < ticks.size(); ++at) {
        const std::vector<float> column = causes.column(metric, ticks[at]);
        for (std::size_t job = 0; job < jobs.size(); ++job) {
            if (jobs[job].index < column.size())
                all[job][at] = column[jobs[job].index];
        }
    }
    return all;
}

std::vector<JobSeries> seriesIn(const RecordedCauses& causes, std::span<const EntityRef> jobs,
                                std::span<const TickIndex> ticks)
{
    JobSeries empty;
    empty.tickPeriod = causes.tickPeriod();
    empty.ticks.assign(ticks.begin(), ticks.end());
    std::vector<JobSeries> all(jobs.size(), empty);
    for (const JobSeriesRow& row : jobSeriesRows()) {
        std::vector<std::vector<float>> values = valuesIn(causes, row.metric, jobs, ticks);
        for (std::size_t job = 0; job < jobs.size(); ++job)
            all[job].*row.values = std::move(values[job]);
    }
    return all;
}

JobState stateIn(const RecordedCauses& causes, EntityRef job, TickRange ticks)
{
    JobState state;
    state.moment = timeOfTick(ticks.to, causes.tickPeriod());
    const TickIndex back = std::max<TickIndex>(1, JobLedger::longestSilence / causes.tickPeriod());
    for (const JobStateRow& row : jobStateRows()) {
        for (TickIndex tick = std::max(ticks.from, ticks.to - back); tick < ticks.to; ++tick) {
            const std::vector<float> column = causes.column(row.metric, tick);
            if (job.index < column.size() && !std::isnan(column[job.index]))
                state.*row.value = static_cast<double>(column[job.index]);
        }
    }
    return state;
}

std::vector<EntityRef> trainingJobsIn(const RecordedCauses& causes, std::span<const TickIndex> ticks)
{
    std::set<std::uint32_t> jobs;
    std::set<std::uint32_t> services;
    const auto add = [&](std::string_view metric, std::set<std::uint32_t>& found) {
        for (const TickIndex tick : ticks) {
            const std::vector<float> column = causes.column(metric, tick);
            for (std::uint32_t job = 0; job < column.size(); ++job) {
                if (!std::isnan(column[job]))
                    found.insert(job);
            }
        }
    };
    add(metrics::job::gpus, jobs);
    add(metrics::serving::requests, services);
    std::vector<EntityRef> training;
    for (const std::uint32_t job : jobs) {
        if (!services.contains(job))
            training.push_back({EntityKind::Job, job});
    }
    return training;
}

DrainSource drainSource(const RecordedCauses& causes)
{
    const Topology& topology = *causes.topology();
    const std::vector<float> utilisation = causes.newest(metrics::gpu::utilisation);
    const auto isReporting = [&topology, utilisation](EntityRef node) {
        return std::ranges::any_of(topology.children(node), [&](EntityRef part) {
            return part.kind == EntityKind::Gpu && part.index < utilisation.size()
                && !std::isnan(utilisation[part.index]);
        });
    };
    return {
        .topology = topology,
        .tickPeriod = causes.tickPeriod(),
        .moment = timeOfTick(causes.lastTick(), causes.tickPeriod()),
        .columnOf = [&causes](std::string_view metric, TickIndex tick) { return causes.column(metric, tick); },
        .trainingJobs = [&causes](TickRange ticks) { return trainingJobsIn(causes, ticksIn(ticks)); },
        .seriesOf = [&causes](EntityRef job,
                              TickRange ticks) { return seriesIn(causes, std::span(&job, 1), ticksIn(ticks)).front(); },
        .stateOf = [&causes](EntityRef job, TickRange ticks) { return stateIn(causes, job, ticks); },
        .isReporting = isReporting,
        .utilisation = [utilisation] { return utilisation; },
    };
}

namespace {

constexpr Duration stretchOfSpans = std::chrono::seconds(5);

/// The job's nodes and racks and their properties, as reported up to the middle of the run.
void findPlaces(Recording& recording, const Topology& topology, JobRun& run)
{
    const TimePoint middle = run.range.from + run.range.length() / 2;
    std::set<EntityRef> nodes;
    for (const RecordedSpan& span : recording.spans({middle, middle + stretchOfSpans})) {
        if (span.rank == Span::noRank || recording.names().name(NameId{span.job}) != run.job
            || !topology.contains(span.entity))
            continue;
        if (const EntityRef node = topology.ancestor(span.entity, EntityKind::Node); node.isValid())
            nodes.insert(node);
    }
    for (const EntityRef node : nodes) {
        run.nodes.insert(topology.name(node));
        if (const EntityRef rack = topology.ancestor(node, EntityKind::Rack); rack.isValid())
            run.racks.insert(topology.name(rack));
    }
    std::map<std::uint32_t, std::shared_ptr<const NodeIdentity>> identities;
    for (const RecordedIdentity& each : recording.standing(middle).identities)
        identities[each.node] = each.identity; // in recorded order
    for (const EntityRef node : nodes) {
        const auto known = identities.find(node.index);
        if (known == identities.end() || !known->second)
            continue;
        run.properties["operating system"].insert(known->second->operatingSystem);
        for (const InventoryItem& item : known->second->inventory) {
            for (const NodeProperty& property : item.properties)
                run.properties[property.name].insert(property.value);
        }
    }
}

} // namespace

std::vector<JobRun> runsOf(Recording& recording, const RecordedCauses& causes, EntityRef job)
{
    const Topology& topology = *causes.topology();
    const std::string_view base = jobBaseName(topology.name(job));
    std::vector<EntityRef> alike;
    for (const EntityRef each : trainingJobsIn(causes, causes.ticks())) {
        if (each != job && jobBaseName(topology.name(each)) == base)
            alike.push_back(each);
    }
    alike.push_back(job);
    const auto read = [&causes](std::span<const EntityRef> some) {
        return seriesIn(causes, some, causes.ticks());
    };
    std::vector<JobRun> runs;
    visitSeries(alike, causes.ticks().size(), read, [&](EntityRef each, const JobSeries& series) {
        std::ranges::move(runsIn(topology.name(each), series), std::back_inserter(runs));
    });
    if (runs.empty() || runs.back().job != topology.name(job))
        return {};
    std::erase_if(runs, [&, last = runs.back().range.from](const JobRun& run) {
        return run.job != topology.name(job) && run.range.from >= last;
    });
    std::ranges::stable_sort(runs, {}, [](const JobRun& run) { return run.range.from; });
    for (JobRun& run : runs)
        findPlaces(recording, topology, run);
    return runs;
}

namespace {

constexpr Duration recentPast = std::chrono::seconds(30);
constexpr Duration minPause = std::chrono::seconds(30);
constexpr std::size_t maxStretches = 100;
/// Maximum delay between the last tick and a finding of silence. Later events have wall-clock times that do not belong
/// to these measurements.
constexpr Duration longestSilence = std::chrono::minutes(15);

std::vector<TickIndex> recordedTicks(Recording& recording)
{
    const TickRange all = recording.ticks();
    const TickIndex maxPause = JobLedger::longestSilence / recording.tickPeriod();
    std::vector<TickIndex> ticks;
    TickIndex next = all.from;
    for (const TickIndex block : recording.blocksWithin(all)) {
        if (block - next > maxPause)
            next = block;
        for (const TickIndex end = std::min(block + RecordedBlock::ticks, all.to); next < end; ++next)
            ticks.push_back(next);
    }
    return ticks;
}

/// The jobs of a recording and where they run. Reads only samples of spans, spread over the recording. A job that ran
/// in none of them is not found.
ObservedJobs recordedJobs(Recording& recording, std::span<const TickIndex> ticks)
{
    const std::size_t apart = std::max<std::size_t>(
        {1, static_cast<std::size_t>(minPause / recording.tickPeriod()), ticks.size() / maxStretches});
    std::map<std::uint32_t, std::set<EntityRef>> places; // by the job's name
    for (std::size_t at = 0; at < ticks.size(); at += apart) {
        const TimePoint from = timeOfTick(ticks[at], recording.tickPeriod());
        std::pair<std::uint32_t, EntityRef> last; // successive spans are often of one place
        for (const RecordedSpan& span : recording.spans({from, from + stretchOfSpans})) {
            const std::pair place(span.job, span.entity);
            if (span.job != 0 && span.rank != Span::noRank && std::exchange(last, place) != place)
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
    : m_recording(recording),
      m_until(until),
      m_ticks(recordedTicks(recording)),
      m_jobs(recordedJobs(recording, m_ticks))
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
    const TickIndex length = std::max<TickIndex>(1, recentPast / tickPeriod());
    std::vector<float> values;
    for (TickIndex tick = lastTick() - length; tick <= lastTick(); ++tick) {
        const std::vector<float> now = column(metric, tick);
        values.resize(std::max(values.size(), now.size()), noData);
        for (std::size_t entity = 0; entity < now.size(); ++entity)
            values[entity] = std::isnan(now[entity]) ? values[entity] : now[entity];
    }
    return values;
}

/// For a metric that is not recorded because it is computed from others of the same tick.
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
