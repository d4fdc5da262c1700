// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/drain/failurerates.h"

#include "models/analysis/causality/causes.h"
#include "models/analysis/causality/dependencygraph.h"
#include "models/analysis/goodput/figuretext.h"
#include "models/core/metrics/metricnames.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace lockstep {

namespace {

constexpr Duration firstMinute = std::chrono::minutes(1);
constexpr Duration longestQuery = std::chrono::minutes(3); ///< between two of a scheduler
constexpr int maxLosses = 64; ///< alerts whose loss is measured
constexpr std::size_t jobValuesAtOnce = std::size_t{64} << 20U; ///< of the series of jobs: 256 MiB

double hoursOf(Duration length)
{
    return std::chrono::duration<double, std::ratio<3600>>(length).count();
}

/// Other nodes run no jobs: they manage, or report for switches and loops.
bool hasGpus(const Topology& topology, EntityRef node)
{
    return std::ranges::find(topology.children(node), EntityKind::Gpu, &EntityRef::kind)
        != topology.children(node).end();
}

/// The part that an alert names first, and its kind.
struct FailedPart
{
    PartKind kind;
    EntityRef entity;
};

std::optional<FailedPart> failedPart(const Alert& alert, const Topology& topology)
{
    if (alert.entities.empty() || !topology.contains(alert.entities.front()))
        return std::nullopt;
    const EntityRef entity = alert.entities.front();
    switch (entity.kind) {
    case EntityKind::Gpu:
        return FailedPart{alert.kind == kinds::memoryErrors ? PartKind::GpuMemory : PartKind::Gpu, entity};
    case EntityKind::Port:
    case EntityKind::Link:
        return FailedPart{PartKind::Link, entity};
    case EntityKind::Rack:
        return FailedPart{PartKind::Rack, entity};
    case EntityKind::Loop:
        return FailedPart{PartKind::Loop, entity};
    case EntityKind::Switch:
        return FailedPart{PartKind::Switch, entity};
    default: {
        const EntityRef node = topology.ancestor(entity, EntityKind::Node);
        return node.isValid() && hasGpus(topology, node) ? std::optional(FailedPart{PartKind::Node, node})
                                                         : std::nullopt;
    }
    }
}

/// Which entities of a kind have a value of any of the metrics.
std::vector<bool> reporting(const FailureSource& source, EntityKind kind, TickIndex tick,
                            std::initializer_list<std::string_view> metrics)
{
    std::vector<bool> found(source.graph.topology().count(kind), false);
    for (const std::string_view metric : metrics) {
        const std::vector<float> column = source.columnOf(metric, tick);
        for (std::size_t entity = 0; entity < std::min(column.size(), found.size()); ++entity) {
            if (!std::isnan(column[entity]))
                found[entity] = true;
        }
    }
    return found;
}

/// Adds up the hours in which parts report, from samples.
class PartHours
{
public:
    explicit PartHours(const FailureSource& source) : m_source(source), m_topology(source.graph.topology())
    {
        for (std::uint32_t node = 0; node < m_topology.count(EntityKind::Node); ++node)
            m_hasGpus.push_back(hasGpus(m_topology, {EntityKind::Node, node}));
        for (std::uint32_t port = 0; port < m_topology.count(EntityKind::Port); ++port)
            m_linkOfPort.push_back(source.graph.linkOf({EntityKind::Port, port}));
    }

    void addTo(FailureRecord& record)
    {
        const TickRange ticks = m_source.ticks;
        const TickIndex stride = std::max<TickIndex>(1, (ticks.length() + m_source.maxLooks - 1) / m_source.maxLooks);
        for (TickIndex tick = ticks.from; tick < ticks.to; tick += stride) {
            const TickIndex covered = std::min(stride, ticks.to - tick);
            look(tick + covered / 2, hoursOf(m_source.tickPeriod * covered), record);
        }
    }

private:
    void look(TickIndex tick, double hours, FailureRecord& record) const
    {
        using namespace metrics;
        const auto gpus
            = reporting(m_source, EntityKind::Gpu, tick, {gpu::temperature, gpu::utilisation, gpu::power});
        const auto ports = reporting(m_source, EntityKind::Port, tick, {port::up, port::transmit, port::receive});
        const auto loops = reporting(m_source, EntityKind::Loop, tick, {loop::flow, loop::supplyTemperature});
        auto nodes = reporting(m_source, EntityKind::Node, tick, {node::reported});
        for (std::size_t node = 0; node < nodes.size(); ++node)
            nodes[node] = nodes[node] && m_hasGpus[node];
        std::set<EntityRef> above; // nodes, racks and switches of these
        const auto addAbove = [&](const std::vector<bool>& found, EntityKind kind, EntityKind wanted) {
            for (std::uint32_t index = 0; index < found.size(); ++index) {
                const EntityRef its = found[index] ? m_topology.ancestor({kind, index}, wanted) : EntityRef{};
                if (its.isValid())
                    above.insert(its);
            }
        };
        addAbove(gpus, EntityKind::Gpu, EntityKind::Node);
        addAbove(nodes, EntityKind::Node, EntityKind::Node);
        addAbove(nodes, EntityKind::Node, EntityKind::Rack);
        addAbove(ports, EntityKind::Port, EntityKind::Switch);
        std::set<EntityRef> links;
        for (std::size_t port = 0; port < ports.size(); ++port) {
            if (ports[port])
                links.insert(m_linkOfPort[port]);
        }
        const auto add = [&](PartKind kind, auto count) {
            record.part(kind).hours += hours * static_cast<double>(count);
        };
        add(PartKind::Gpu, std::ranges::count(gpus, true));
        add(PartKind::GpuMemory, std::ranges::count(gpus, true));
        add(PartKind::Link, links.size());
        add(PartKind::Node, std::ranges::count(above, EntityKind::Node, &EntityRef::kind));
        add(PartKind::Rack, std::ranges::count(above, EntityKind::Rack, &EntityRef::kind));
        add(PartKind::Loop, std::ranges::count(loops, true));
        add(PartKind::Switch, std::ranges::count(above, EntityKind::Switch, &EntityRef::kind));
    }

    const FailureSource& m_source;
    const Topology& m_topology;
    std::vector<EntityRef> m_linkOfPort;
    std::vector<bool> m_hasGpus; ///< by node
};

Outages drainsIn(const FailureSource& source)
{
    enum class State : std::uint8_t { Unknown, InService, Out };
    std::vector<State> states;
    std::optional<TickIndex> reported; ///< last, by the scheduler
    Outages drains;
    const TickRange ticks = source.ticks;
    const TickIndex stride
        = std::max<TickIndex>(1, (ticks.length() + source.maxDrainLooks - 1) / source.maxDrainLooks);
    for (TickIndex tick = ticks.from; tick < ticks.to; tick += stride) {
        const std::vector<float> column = source.columnOf(metrics::node::drained, tick);
        const double hours = hoursOf(source.tickPeriod * std::min(stride, ticks.to - tick));
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
            continue;
        const auto out = static_cast<std::size_t>(std::ranges::count(states, State::Out));
        drains.hours += hours * static_cast<double>(out);
        drains.atOnce[out] += hours;
        drains.nodes = std::max(drains.nodes, states.size() - static_cast<std::size_t>(std::ranges::count(states, State::Unknown)));
    }
    return drains;
}

std::vector<JobRecord> jobsIn(const FailureSource& source)
{
    const Topology& topology = source.graph.topology();
    const std::size_t ofOne
        = jobSeriesRows().size() * static_cast<std::size_t>(std::max<TickIndex>(1, source.ticks.length()));
    const std::size_t part = std::max<std::size_t>(1, jobValuesAtOnce / ofOne);
    std::vector<JobRecord> jobs;
    for (std::size_t from = 0; from < source.jobs.size(); from += part) {
        const auto some = source.jobs.subspan(from, std::min(part, source.jobs.size() - from));
        const std::vector<JobSeries> series = source.seriesOf(some);
        for (std::size_t at = 0; at < some.size(); ++at) {
            const JobLedger ledger = ledgerOf(series[at]);
            if (ledger.isEmpty())
                continue;
            JobRecord job{topology.name(some[at]), ledger.gpus};
            job.hours = hoursOf(source.tickPeriod * static_cast<TickIndex>(ledger.heldTicks));
            job.restarts = ledger.rollbacks.size();
            job.restartSeconds = ledger.gpus > 0 ? ledger.time.restart / ledger.gpus : 0;
            job.checkpointSeconds = source.stateOf(some[at], {source.ticks.from, ledger.counted.to}).checkpointSeconds;
            jobs.push_back(std::move(job));
        }
    }
    return jobs;
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
    switch (kind) {
    case PartKind::Gpu:
        return "GPU";
    case PartKind::GpuMemory:
        return "GPU memory";
    case PartKind::Link:
        return "Link or NIC";
    case PartKind::Node:
        return "Node";
    case PartKind::Rack:
        return "Rack: power and air";
    case PartKind::Loop:
        return "Cooling loop";
    case PartKind::Switch:
        return "Switch";
    }
    return "";
}

Outages& Outages::operator+=(const Outages& other)
{
    begun += other.begun;
    ended += other.ended;
    hours += other.hours;
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
    }
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
    const Topology& topology = source.graph.topology();
    const TimeRange within{timeOfTick(source.ticks.from, source.tickPeriod),
                           timeOfTick(source.ticks.to, source.tickPeriod)};
    FailureRecord record;
    PartHours(source).addTo(record);
    record.drains = drainsIn(source);
    record.jobs = jobsIn(source);
    int losses = 0;
    for (const Alert& alert : alerts) {
        const CauseRow* const row = causeRow(std::string_view(alert.kind));
        if (row == nullptr || row->harm == Harm::None || alert.raisedAt >= within.to)
            continue; // what is raised after the last tick only says that the recording ended
        if (alert.kind == kinds::nodeSilent)
            record.silences += {1, alert.end ? 1U : 0U, hoursOf(alert.end.value_or(within.to) - alert.onset), {}, 0};
        const std::optional<FailedPart> failed = failedPart(alert, topology);
        if (failed && failed->kind == PartKind::Gpu && row->harm == Harm::Slows && losses++ < maxLosses)
            addLoss(source, alert, within, record);
        if (alert.onset < within.from + firstMinute) {
            ++record.earlier;
            continue;
        }
        if (!failed) {
            ++record.unplaced;
            continue;
        }
        PartFailures& its = record.part(failed->kind);
        ++(row->harm == Harm::Stops ? its.stops : its.slows);
        its.underJobs += source.graph.jobsOn(failed->entity).empty() ? 0 : 1;
        ++its.causes[alert.kind];
    }
    return record;
}

} // namespace lockstep
