// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/drain/tenantfacts.h"

#include "models/analysis/causality/dependencygraph.h"
#include "models/analysis/drain/ticksamples.h"
#include "models/core/metrics/metricnames.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <utility>

namespace lockstep {

namespace {

constexpr int maxAsked = 64; ///< moments at which holders of ended jobs are searched
constexpr std::size_t keptValues = std::size_t{16} << 20U; ///< of columns, which alerts request again for each job

/// Cache of a source's columns, so that each is read once for all jobs of an alert.
class KeptColumns
{
public:
    explicit KeptColumns(const ColumnOf& columnOf) : m_columnOf(columnOf) { }

    std::vector<float> at(std::string_view metric, TickIndex tick)
    {
        const std::pair<std::string, TickIndex> key(metric, tick);
        if (const auto known = m_columns.find(key); known != m_columns.end())
            return known->second;
        std::vector<float> column = m_columnOf(metric, tick);
        if (m_values + column.size() > keptValues) {
            m_columns.clear();
            m_values = 0;
        }
        m_values += column.size() + 1;
        return m_columns.emplace(key, std::move(column)).first->second;
    }

private:
    const ColumnOf& m_columnOf;
    std::map<std::pair<std::string, TickIndex>, std::vector<float>> m_columns;
    std::size_t m_values = 0;
};

/// GPU time of entities of a kind in a period, according to the scheduler.
struct Held
{
    std::map<std::uint32_t, double> gpuSeconds; ///< by index
    std::map<std::uint32_t, TickRange> when; ///< from the first tick with an allocation to the last
};

Held heldIn(const TenantSource& source, std::string_view metric)
{
    Held held;
    const double tickSeconds = std::chrono::duration<double>(source.tickPeriod).count();
    visitSamples(source.ticks, source.maxTicks, [&](std::size_t at, std::size_t covered) {
        const TickIndex tick = source.ticks[at];
        const std::vector<float> column = source.columnOf(metric, tick);
        const double seconds = tickSeconds * static_cast<double>(covered);
        for (std::uint32_t index = 0; index < column.size(); ++index) {
            if (!(column[index] > 0)) // NaN: not reported
                continue;
            held.gpuSeconds[index] += static_cast<double>(column[index]) * seconds;
            TickRange& when = held.when.try_emplace(index, TickRange{tick, tick}).first->second;
            when.to = tick + 1;
        }
    });
    return held;
}

/// Use of GPU time by job index, for jobs whose ranks report.
std::map<std::uint32_t, GpuTime> timesOf(const TenantSource& source, const Held& posted)
{
    std::vector<EntityRef> jobs;
    for (const auto& [job, gpuSeconds] : posted.gpuSeconds)
        jobs.push_back({EntityKind::Job, job});
    std::map<std::uint32_t, GpuTime> times;
    visitSeries(jobs, source.ticks.size(), source.seriesOf,
                [&times](EntityRef job, const JobSeries& series) { times.emplace(job.index, ledgerOf(series).time); });
    return times;
}

/// Finds the holders of jobs: first at the last allocation, then at the first.
void findHolders(const TenantSource& source, const Held& jobs, JobHolders& known)
{
    std::set<TickIndex> asked;
    for (const auto& [job, when] : jobs.when) {
        const std::string& name = source.topology.name({EntityKind::Job, job});
        for (const TickIndex tick : {when.to - 1, when.from}) {
            if (known.contains(name) || asked.size() == maxAsked || !asked.insert(tick).second)
                continue;
            for (auto& [other, holder] : source.holdersAt(timeOfTick(tick, source.tickPeriod)))
                known.insert_or_assign(other, std::move(holder));
        }
    }
}

/// Places of jobs from ranks or, without these, from the scheduler.
ObservedJobs placedJobs(const ObservedJobs& observed, const JobHolders& known,
                        const std::map<std::string, EntityRef>& jobs)
{
    ObservedJobs placed = observed;
    for (const auto& [name, job] : jobs) {
        const auto holder = known.find(name);
        if (holder != known.end() && std::ranges::find(observed, name, &ObservedJob::name) == observed.end())
            placed.push_back({name, holder->second.nodes});
    }
    std::ranges::sort(placed, {}, &ObservedJob::name);
    return placed;
}

std::vector<TenantContention> contentionsOf(const TenantSource& source, const DependencyGraph& graph)
{
    const std::vector<float> utilisation = source.ticks.empty()
        ? std::vector<float>()
        : source.columnOf(metrics::port::utilisation, source.ticks.back());
    std::vector<TenantContention> contentions;
    for (const DependencyGraph::SharedLinks& pair : graph.sharedLinks()) {
        TenantContention its{pair.one, pair.other, {}, pair.links.size(), {}};
        for (const EntityRef link : pair.links) {
            const double load = link.index < utilisation.size() ? static_cast<double>(utilisation[link.index])
                                                                : std::numeric_limits<double>::quiet_NaN();
            if (std::isnan(load) || load <= its.utilisation)
                continue;
            its.utilisation = load;
            its.busiest = source.topology.path(link);
        }
        contentions.push_back(std::move(its));
    }
    return contentions;
}

bool isNamedIn(const Alert& alert, const std::string& job)
{
    return std::ranges::any_of(alert.chain, [&](const Alert::Stage& stage) { return stage.job == job; });
}

/// The share of one job in an alert's own cost (GPUs in a hang), within a time range.
double standingOf(const Alert& alert, const ObservedJob& job, const ObservedJobs& jobs, TimeRange within)
{
    std::size_t places = 0;
    for (const ObservedJob& each : jobs)
        places += isNamedIn(alert, each.name) ? each.places.size() : 0;
    const TimeRange whole{alert.onset, alert.end.value_or(within.to)};
    const TimeRange part{std::max(whole.from, within.from), std::min(whole.to, within.to)};
    if (places == 0 || whole.isEmpty() || part.isEmpty())
        return 0;
    const double share = static_cast<double>(job.places.size()) / static_cast<double>(places);
    return *alert.costGpuSeconds * share * std::chrono::duration<double>(part.length()).count()
        / std::chrono::duration<double>(whole.length()).count();
}

std::vector<TenantLoss> lossesOf(const TenantSource& source, TimeRange within, const ObservedJobs& jobs,
                                 const std::map<std::string, EntityRef>& entities, std::span<const Alert> alerts)
{
    std::vector<TenantLoss> losses;
    KeptColumns kept(source.columnOf);
    const ColumnOf columnOf = [&kept](std::string_view metric, TickIndex tick) {
        return kept.at(metric, tick);
    };
    for (const Alert& alert : alerts) {
        if (alert.onset >= within.to || alert.end.value_or(within.to) <= within.from)
            continue;
        const AlertLoss whole(alert, source.topology);
        for (const ObservedJob& job : jobs) {
            const auto known = entities.find(job.name);
            const AlertLoss its
                = whole.ofJob(job, known == entities.end() ? EntityRef{} : known->second, source.topology);
            std::optional<double> lost = gpuSecondsWithin(its, alert, source.tickPeriod, within, columnOf);
            const bool isNamed = isNamedIn(alert, job.name);
            if (isNamed && alert.costGpuSeconds)
                lost = lost.value_or(0) + standingOf(alert, job, jobs, within);
            if (lost.value_or(0) > 0 || (isNamed && !lost))
                losses.push_back({alert.key, alert.title, alert.kind, job.name, lost});
        }
    }
    return losses;
}

} // namespace

TenantFacts tenantFacts(const TenantSource& source, JobHolders& known, const ObservedJobs& observed,
                        std::span<const Alert> alerts)
{
    TenantFacts facts;
    if (!source.ticks.empty())
        facts.range = {timeOfTick(source.ticks.front(), source.tickPeriod),
                       timeOfTick(source.ticks.back() + 1, source.tickPeriod)};
    facts.observed = source.tickPeriod * static_cast<std::int64_t>(source.ticks.size());
    const Held allocated = heldIn(source, metrics::job::allocatedGpus);
    findHolders(source, allocated, known);
    const Held posted = heldIn(source, metrics::job::gpus);
    std::set<std::uint32_t> indices;
    for (const Held* each : {&allocated, &posted}) {
        for (const auto& [job, gpuSeconds] : each->gpuSeconds)
            indices.insert(job);
    }
    const std::map<std::uint32_t, GpuTime> times = timesOf(source, posted);
    std::map<std::string, EntityRef> entities; // by name
    for (const std::uint32_t index : indices) {
        TenantJob job;
        job.name = source.topology.name({EntityKind::Job, index});
        if (const auto holder = known.find(job.name); holder != known.end())
            job.tenant = holder->second.tenant;
        if (const auto its = allocated.gpuSeconds.find(index); its != allocated.gpuSeconds.end())
            job.allocated = its->second;
        if (const auto its = times.find(index); its != times.end())
            job.time = its->second;
        entities.try_emplace(job.name, EntityRef{EntityKind::Job, index});
        facts.jobs.push_back(std::move(job));
    }
    for (const auto& [tenant, gpuSeconds] : heldIn(source, metrics::tenant::gpusAllocated).gpuSeconds)
        facts.held[source.topology.name({EntityKind::Tenant, tenant})] = gpuSeconds;
    if (source.topology.plan())
        facts.targets = source.topology.plan()->targets;
    facts.gpus = static_cast<double>(source.topology.count(EntityKind::Gpu));
    const ObservedJobs placed = placedJobs(observed, known, entities);
    facts.losses = lossesOf(source, facts.range, placed, entities, alerts);
    facts.contentions = contentionsOf(source, DependencyGraph(source.topology, placed));
    return facts;
}

} // namespace lockstep
