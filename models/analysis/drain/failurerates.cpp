// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/drain/failurerates.h"

#include "models/analysis/causality/causes.h"
#include "models/analysis/causality/coverage.h"
#include "models/analysis/causality/dependencygraph.h"
#include "models/analysis/drain/ticksamples.h"
#include "models/analysis/goodput/figuretext.h"
#include "models/core/metrics/metricnames.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

namespace lockstep {

namespace {

constexpr Duration firstMinute = std::chrono::minutes(1);
constexpr Duration longestScrape = std::chrono::seconds(30);
constexpr Duration longestQuery = std::chrono::minutes(3); ///< between two of a scheduler
constexpr int maxLosses = 64; ///< number of alerts whose loss is measured

double hoursOf(Duration length)
{
    return std::chrono::duration<double, std::ratio<3600>>(length).count();
}

/// A kind of part, and the entities that represent it.
struct PartRow
{
    PartKind kind;
    const char* text;
    EntityKind entity;
};
constexpr PartRow partRows[]{{PartKind::Gpu, "GPU", EntityKind::Gpu},
                             {PartKind::GpuMemory, "GPU memory", EntityKind::Gpu},
                             {PartKind::Link, "Link or NIC", EntityKind::Port},
                             {PartKind::Node, "Node", EntityKind::Node},
                             {PartKind::Rack, "Rack: power and air", EntityKind::Rack},
                             {PartKind::Loop, "Cooling loop", EntityKind::Loop},
                             {PartKind::Switch, "Switch", EntityKind::Switch}};
/// Causes that are found on an entity other than the failed part.
constexpr std::pair<std::string_view, PartKind> elsewhere[]{{kinds::memoryErrors, PartKind::GpuMemory},
                                                            {kinds::hotAisleRecirculation, PartKind::Rack},
                                                            {kinds::pumpDegradation, PartKind::Loop},
                                                            {kinds::congestedSpine, PartKind::Switch},
                                                            {kinds::linkErrors, PartKind::Link}};

/// The failed part if a cause is found on an entity of that kind; nullopt: another part, such as a disk.
std::optional<PartKind> partOf(EntityKind kind, std::string_view cause)
{
    for (const auto& [each, part] : elsewhere) {
        if (each == cause)
            return part;
    }
    const auto* const row = std::ranges::find(partRows, kind, &PartRow::entity);
    return row == std::end(partRows) ? std::nullopt : std::optional(row->kind);
}

/// Other nodes run no jobs: they manage, or report for switches and loops.
bool runsJobs(const Topology& topology, EntityRef node)
{
    return topology.count(EntityKind::Gpu) == 0
        || std::ranges::find(topology.children(node), EntityKind::Gpu, &EntityRef::kind)
        != topology.children(node).end();
}

/// Which entities have a value of a metric within half a minute of a tick. The margin is needed because some metrics
/// are not measured in every tick.
std::vector<bool> measuredAt(const FailureSource& source, std::string_view metric, TickIndex around)
{
    const TickIndex length = std::max<TickIndex>(1, longestScrape / source.tickPeriod);
    const TickIndex to = std::min(around + length / 2, source.ticks.back()) + 1;
    std::vector<bool> found;
    for (TickIndex tick = std::max(source.ticks.front(), to - length); tick < to; ++tick) {
        const std::vector<float> column = source.columnOf(metric, tick);
        found.resize(std::max(found.size(), column.size()), false);
        for (std::size_t entity = 0; entity < column.size(); ++entity)
            found[entity] = found[entity] || !std::isnan(column[entity]);
    }
    return found;
}

/// Adds the hours in which parts reported at a tick.
void addHours(const FailureSource& source, TickIndex tick, double hours, FailureRecord& record)
{
    using namespace metrics;
    const Topology& topology = source.graph.topology();
    std::array<std::vector<bool>, entityKindCount> found; // links by one of their ends
    const auto mark = [&](EntityRef entity) {
        std::vector<bool>& its = found[static_cast<std::size_t>(entity.kind)];
        its.resize(topology.count(entity.kind), false);
        its[entity.index] = true;
    };
    const auto add = [&](EntityKind kind, std::initializer_list<std::string_view> evidence, EntityKind above) {
        for (const std::string_view metric : evidence) {
            const std::vector<bool> are = measuredAt(source, metric, tick);
            for (std::uint32_t index = 0; index < std::min(are.size(), topology.count(kind)); ++index) {
                const EntityRef entity{kind, index};
                if (!are[index] || (kind == EntityKind::Node && !runsJobs(topology, entity)))
                    continue;
                mark(kind == EntityKind::Port ? source.graph.linkOf(entity) : entity);
                if (const EntityRef its = topology.ancestor(entity, above); its.isValid())
                    mark(its);
            }
        }
    };
    const auto count = [&found](EntityKind kind) {
        return static_cast<double>(std::ranges::count(found[static_cast<std::size_t>(kind)], true));
    };
    add(EntityKind::Gpu, {gpu::temperature, gpu::utilisation, gpu::power}, EntityKind::Node);
    record.nodeHours += hours * count(EntityKind::Node);
    add(EntityKind::Node, {node::reported}, EntityKind::Rack);
    add(EntityKind::Port, {port::up, port::transmit, port::receive}, EntityKind::Switch);
    add(EntityKind::Loop, {loop::flow, loop::supplyTemperature}, EntityKind::Loop);
    for (const PartRow& row : partRows)
        record.part(row.kind).hours += hours * count(row.entity);
}

Outages drainsIn(const FailureSource& source)
{
    enum class State : std::uint8_t { Unknown, InService, Out };
    std::vector<State> states;
    std::optional<TickIndex> reported; ///< last, by the scheduler
    Outages drains;
    visitSamples(source.ticks, source.maxDrainSamples, [&](std::size_t at, std::size_t covered) {
        const TickIndex tick = source.ticks[at];
        const std::vector<float> column = source.columnOf(metrics::node::drained, tick);
        const double hours = hoursOf(source.tickPeriod * static_cast<std::int64_t>(covered));
        states.resize(std::max(states.size(), column.size()), State::Unknown);
        for (std::size_t node = 0; node < column.size(); ++node) {
            if (std::isnan(column[node]))
                continue;
            const State now = column[node] > 0 ? State::Out : State::InService;
            const State before = std::exchange(states[node], now);
            drains.begun += before == State::InService && now == State::Out ? 1 : 0;
            drains.ended += before == State::Out && now == State::InService ? 1 : 0;
            reported = tick;
        }
        if (!reported || source.tickPeriod * (tick - *reported) > longestQuery)
            return;
        const auto out = static_cast<std::size_t>(std::ranges::count(states, State::Out));
        const auto known = states.size() - static_cast<std::size_t>(std::ranges::count(states, State::Unknown));
        drains.hours += hours * static_cast<double>(out);
        drains.nodeHours += hours * static_cast<double>(known);
        drains.atOnce[out] += hours;
        drains.nodes = std::max(drains.nodes, known);
    });
    return drains;
}

std::vector<JobRecord> jobsIn(const FailureSource& source)
{
    std::vector<JobRecord> jobs;
    visitSeries(source.jobs, source.ticks.size(), source.seriesOf, [&](EntityRef entity, const JobSeries& series) {
        const JobLedger ledger = ledgerOf(series);
        if (ledger.isEmpty())
            return;
        JobRecord job{source.graph.topology().name(entity), ledger.gpus};
        job.hours = hoursOf(source.tickPeriod * static_cast<TickIndex>(ledger.heldTicks));
        job.restarts = ledger.rollbacks.size();
        job.restartSeconds = ledger.gpus > 0 ? ledger.time.restart / ledger.gpus : 0;
        job.checkpointSeconds = source.stateOf(entity, {source.ticks.front(), ledger.counted.to}).checkpointSeconds;
        jobs.push_back(std::move(job));
    });
    return jobs;
}

/// Records which kinds of causes no detector could find with the data in the middle of the recording. Excludes the
/// hours of a kind of part if none of its failures could be found and none was.
void noteBlind(const FailureSource& source, FailureRecord& record)
{
    const TickIndex middle = source.ticks[source.ticks.size() / 2];
    const auto measured = [&](std::string_view metric) {
        return measuredAt(source, metric, middle);
    };
    std::set<std::string_view> seen;
    std::array<std::set<std::string_view>, partKindCount> all;
    for (const DetectorCoverage& each : coverageOf(source.graph.topology(), measured)) {
        for (const std::string_view cause : each.detector->causes) {
            const std::optional<PartKind> part = partOf(each.detector->kind, cause);
            const CauseRow* const row = causeRow(cause);
            if (!part || row == nullptr || row->impact == Impact::None)
                continue;
            all[static_cast<std::size_t>(*part)].insert(cause);
            if (each.state() != DetectorCoverage::State::Blind)
                seen.insert(cause);
        }
    }
    for (std::size_t at = 0; at < partKindCount; ++at) {
        PartFailures& part = record.parts[at];
        for (const std::string_view cause : all[at]) {
            if (!seen.contains(cause) && !part.causes.contains(std::string(cause)))
                part.blind.emplace(cause);
        }
        if (part.all() == 0 && part.blind.size() == all[at].size())
            part.hours = 0;
    }
}

/// Adds what the jobs lose while an alert is active.
void addLoss(const FailureSource& source, const Alert& alert, TimeRange within, FailureRecord& record)
{
    const Topology& topology = source.graph.topology();
    const AlertLoss loss(alert, topology);
    const TimeRange active{std::max(alert.onset, within.from), std::min(alert.end.value_or(within.to), within.to)};
    for (const ObservedJob& job : source.graph.jobs()) {
        const AlertLoss its = loss.ofJob(job, topology.find(EntityKind::Job, {}, job.name), topology);
        if (its.isEmpty() || active.isEmpty())
            continue;
        const auto lost = gpuSecondsWithin(its, alert, source.tickPeriod, active, source.columnOf);
        if (!lost)
            continue;
        const auto gpus = static_cast<double>(std::ranges::count(job.places, EntityKind::Gpu, &EntityRef::kind));
        record.slowedGpuHours += gpus * hoursOf(active.length());
        record.lostGpuHours += *lost / hourSeconds;
    }
}

} // namespace

const char* toText(PartKind kind)
{
    return partRows[static_cast<std::size_t>(kind)].text;
}

Outages& Outages::operator+=(const Outages& other)
{
    begun += other.begun;
    ended += other.ended;
    hours += other.hours;
    nodeHours += other.nodeHours;
    for (const auto& [out, length] : other.atOnce)
        atOnce[out] += length;
    nodes = std::max(nodes, other.nodes);
    return *this;
}

FailureRecord& FailureRecord::operator+=(FailureRecord other)
{
    for (std::size_t at = 0; at < parts.size(); ++at) {
        parts[at].hours += other.parts[at].hours;
        parts[at].stops += other.parts[at].stops;
        parts[at].slows += other.parts[at].slows;
        parts[at].underJobs += other.parts[at].underJobs;
        for (const auto& [kind, count] : other.parts[at].causes)
            parts[at].causes[kind] += count;
        parts[at].blind.merge(other.parts[at].blind);
    }
    nodeHours += other.nodeHours;
    earlier += other.earlier;
    unplaced += other.unplaced;
    drains += other.drains;
    silences += other.silences;
    std::ranges::move(other.jobs, std::back_inserter(jobs));
    slowedGpuHours += other.slowedGpuHours;
    lostGpuHours += other.lostGpuHours;
    return *this;
}

FailureRecord failuresIn(const FailureSource& source, std::span<const Alert> alerts)
{
    FailureRecord record;
    if (source.ticks.empty())
        return record;
    const Topology& topology = source.graph.topology();
    const TimeRange within{timeOfTick(source.ticks.front(), source.tickPeriod),
                           timeOfTick(source.ticks.back() + 1, source.tickPeriod)};
    visitSamples(source.ticks, source.maxSamples, [&](std::size_t at, std::size_t covered) {
        addHours(source, source.ticks[at + covered / 2],
                 hoursOf(source.tickPeriod * static_cast<std::int64_t>(covered)), record);
    });
    record.drains = drainsIn(source);
    record.jobs = jobsIn(source);
    int losses = 0;
    for (const Alert& alert : alerts) {
        const CauseRow* const row = causeRow(std::string_view(alert.kind));
        if (row == nullptr || row->impact == Impact::None || alert.raisedAt >= within.to)
            continue; // alerts raised after the last tick only reflect the end of the recording
        if (alert.kind == kinds::nodeSilent)
            record.silences += {1, alert.end ? 1U : 0U, hoursOf(alert.end.value_or(within.to) - alert.onset)};
        const EntityRef entity = alert.entities.empty() ? EntityRef{} : alert.entities.front();
        const bool isKnown
            = topology.contains(entity) && (entity.kind != EntityKind::Node || runsJobs(topology, entity));
        const std::optional<PartKind> part = isKnown ? partOf(entity.kind, alert.kind) : std::nullopt;
        if (part == PartKind::Gpu && row->impact == Impact::Slows && losses++ < maxLosses)
            addLoss(source, alert, within, record);
        if (!part || alert.onset < within.from + firstMinute) {
            ++(part ? record.earlier : record.unplaced);
            continue;
        }
        PartFailures& its = record.part(*part);
        ++(row->impact == Impact::Stops ? its.stops : its.slows);
        its.underJobs += source.graph.jobsOn(entity).empty() ? 0 : 1;
        ++its.causes[alert.kind];
    }
    noteBlind(source, record);
    return record;
}

} // namespace lockstep
