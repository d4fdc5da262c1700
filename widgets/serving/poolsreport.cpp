// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/serving/poolsreport.h"

#include "models/analysis/causality/culpritname.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/poolpairs.h"
#include "models/core/topology/siteplan.h"
#include "models/store/clusterstore.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <tuple>
#include <utility>

namespace lockstep {

namespace {

namespace serving = metrics::serving;

/// Metrics by which a service is recognised, and those of each kind of stage, most informative first.
constexpr std::string_view metricsOfServices[]
    = {serving::requests,     serving::running,          serving::timeToFirstToken, serving::timePerToken,
       serving::requestTime,  serving::utilisation,      serving::generatedTokens,  serving::queue,
       serving::transferTime, serving::transferTimeTail, serving::kvCache};
constexpr std::string_view metricsOfRouter[]
    = {serving::requests, serving::waiting, serving::timeToFirstToken, serving::timePerToken};
constexpr std::string_view metricsOfPool[]
    = {serving::utilisation, serving::running, serving::queue,       serving::waiting,
       serving::imbalance,   serving::kvCache, serving::preemptions, serving::requests};
constexpr std::string_view metricsOfTransfer[]
    = {serving::transferTime, serving::transferTimeTail, serving::transferBytes, serving::transferWaiting,
       serving::transferFailures};

/// Reads the services of a store. Lives for one call.
class PathReader
{
public:
    PathReader(const ClusterStore& store, std::span<const Alert> alerts, PoolsReport& report, TimePoint moment)
        : m_store(store), m_topology(*store.topology()), m_alerts(alerts), m_report(report)
    {
        const TickIndex end = tickIndexOf(moment, store.tickPeriod()) + 1;
        m_recent = {std::max<TickIndex>(store.ticks().from, end - PoolsReport::believed / store.tickPeriod()), end};
    }

    /// Jobs with metrics of services.
    [[nodiscard]] std::vector<EntityRef> servingJobs() const
    {
        std::vector<bool> serves(m_topology.count(EntityKind::Job), false);
        for (const std::string_view metric : metricsOfServices) {
            const MetricId id = m_store.metrics().find(metric);
            const std::span<const float> column = id.isValid() ? m_store.current(id) : std::span<const float>();
            for (std::size_t job = 0; job < std::min(serves.size(), column.size()); ++job)
                serves[job] = serves[job] || !std::isnan(column[job]);
        }
        std::vector<EntityRef> jobs;
        for (std::uint32_t job = 0; job < serves.size(); ++job) {
            if (serves[job])
                jobs.push_back({EntityKind::Job, job});
        }
        return jobs;
    }

    [[nodiscard]] ServicePath pathOf(EntityRef service, std::span<const EntityRef> jobs)
    {
        ServicePath path{service, m_topology.name(service)};
        path.requests = valueOf(serving::requests, service);
        path.isStale = m_store.freshness(service) == Freshness::Stale;
        path.stages.push_back({PathStage::Kind::Router, service, {}});
        path.stages.back().values = valuesOf(metricsOfRouter, service);
        std::vector<PathStage> pools = poolsOf(service, jobs);
        for (std::size_t at = 0; at < pools.size(); ++at) {
            if (at > 0 && at + 1 == pools.size())
                addTransfers(service, jobs, path);
            path.stages.push_back(std::move(pools[at]));
        }
        if (pools.size() < 2)
            addTransfers(service, jobs, path);
        readObjectives(path);
        findTroubles(path);
        return path;
    }

private:
    float valueOf(std::string_view metric, EntityRef job)
    {
        const std::vector<float>& recent = seriesOf(metric, job, m_recent);
        const auto last = std::find_if(recent.rbegin(), recent.rend(), [](float value) { return !std::isnan(value); });
        return last == recent.rend() ? noData : *last;
    }

    /// Valid until the next call.
    const std::vector<float>& seriesOf(std::string_view metric, EntityRef job, TickRange ticks)
    {
        m_series.clear();
        const MetricId id = m_store.metrics().find(metric);
        if (id.isValid() && !ticks.isEmpty()) {
            m_store.series(id, job.index, ticks, m_series);
            m_report.isPending |= m_store.available(id, ticks) == Availability::Pending;
        }
        return m_series;
    }

    std::vector<PathStage::Value> valuesOf(std::span<const std::string_view> names, EntityRef job)
    {
        std::vector<PathStage::Value> values;
        for (const std::string_view metric : names) {
            if (const float value = valueOf(metric, job); !std::isnan(value))
                values.push_back({metric, value});
        }
        return values;
    }

    /// One for each pair of pools, otherwise one for the service.
    void addTransfers(EntityRef service, std::span<const EntityRef> jobs, ServicePath& path)
    {
        const std::size_t before = path.stages.size();
        for (const EntityRef job : jobs) {
            const std::string& name = m_topology.name(job);
            if (serviceOfPair(name) != path.name)
                continue;
            PathStage pair{PathStage::Kind::Transfer, job, name.substr(path.name.size() + 1)};
            pair.values = valuesOf(metricsOfTransfer, job);
            if (!pair.values.empty())
                path.stages.push_back(std::move(pair));
        }
        std::vector<PathStage::Value> values = valuesOf(metricsOfTransfer, service);
        if (path.stages.size() == before && !values.empty())
            path.stages.push_back({PathStage::Kind::Transfer, service, {}, 0, std::move(values)});
    }

    /// Prefill first and decode last. A replica ("chat/decode/node-17:8001") is not a pool.
    std::vector<PathStage> poolsOf(EntityRef service, std::span<const EntityRef> jobs)
    {
        const std::string prefix = m_topology.name(service) + '/';
        std::vector<PathStage> pools;
        for (const EntityRef job : jobs) {
            const std::string& name = m_topology.name(job);
            const std::string rest = name.starts_with(prefix) ? name.substr(prefix.size()) : std::string();
            if (rest.empty() || rest.find_first_of("/:") != std::string::npos || !serviceOfPair(name).empty())
                continue;
            PathStage pool{PathStage::Kind::Pool, job, rest};
            pool.values = valuesOf(metricsOfPool, job);
            pool.replicas = replicasOf(name, jobs);
            pools.push_back(std::move(pool));
        }
        const auto order = [](const PathStage& pool) {
            const bool isFirst = pool.name.find("prefill") != std::string::npos;
            const bool isLast = pool.name.find("decode") != std::string::npos;
            return std::tuple(isLast && !isFirst, !isFirst, std::string_view(pool.name));
        };
        std::ranges::sort(pools, {}, order);
        if (m_topology.plan()) {
            for (PathStage& pool : pools) {
                for (const ServicePool& planned : m_topology.plan()->pools) {
                    const bool isIt = planned.service == m_topology.name(service)
                        && (planned.name == pool.name || planned.name == prefix + pool.name);
                    pool.replicas = isIt && pool.replicas == 0 ? planned.nodes.size() : pool.replicas;
                }
            }
        }
        return pools;
    }

    [[nodiscard]] std::size_t replicasOf(const std::string& pool, std::span<const EntityRef> jobs) const
    {
        return static_cast<std::size_t>(std::ranges::count_if(jobs, [&](EntityRef job) {
            const std::string& name = m_topology.name(job);
            return name.size() > pool.size() && name[pool.size()] == '/' && name.starts_with(pool)
                && name.find(':', pool.size()) != std::string::npos;
        }));
    }

    void readObjectives(ServicePath& path)
    {
        const ServiceTarget* target = nullptr;
        if (m_topology.plan()) {
            const auto& targets = m_topology.plan()->serviceTargets;
            const auto found = std::ranges::find(targets, path.name, &ServiceTarget::service);
            target = found == targets.end() ? nullptr : &*found;
        }
        const auto add = [&](std::string_view tail, std::string_view median, std::string_view burn, double atMost,
                             bool isFirstToken) {
            PathObjective objective{isFirstToken};
            objective.value = valueOf(tail, path.service);
            objective.isTail = !std::isnan(objective.value);
            if (!objective.isTail)
                objective.value = valueOf(median, path.service);
            objective.target = atMost;
            objective.share = target != nullptr ? target->share : 0;
            objective.burn = atMost > 0 ? valueOf(burn, path.service) : noData;
            objective.series = seriesOf(objective.isTail ? tail : median, path.service, m_report.ticks);
            if (atMost > 0 || !std::isnan(objective.value))
                path.objectives.push_back(std::move(objective));
        };
        add(serving::timeToFirstTokenTail, serving::timeToFirstToken, serving::firstTokenBurn,
            target != nullptr ? target->timeToFirstToken : 0, true);
        add(serving::timePerTokenTail, serving::timePerToken, serving::perTokenBurn,
            target != nullptr ? target->timePerToken : 0, false);
    }

    /// Assigns findings: on a transfer to the step between its two pools, on a pool to the pool, all others to the
    /// whole service.
    void findTroubles(ServicePath& path) const
    {
        for (const Alert& alert : m_alerts) {
            if (alert.state == Alert::State::Cleared)
                continue;
            for (const Alert::Stage& stage : alert.chain) {
                if (stage.isOver)
                    continue;
                for (const EntityRef entity : stage.entities) {
                    if (entity.kind == EntityKind::Job && m_topology.contains(entity)
                        && serviceName(m_topology, entity) == path.name)
                        blame(path, entity, stage.kind, {stage.severity, alert.title});
                }
            }
        }
    }

    void blame(ServicePath& path, EntityRef entity, FindingKind kind, const PathProblem& trouble) const
    {
        const auto isIts = [&](const PathStage& stage) {
            return kind == FindingKind::TransferSlow
                ? stage.kind == PathStage::Kind::Transfer
                    && (stage.entity == entity || serviceOfPair(m_topology.name(entity)).empty())
                : stage.entity == entity && (stage.kind == PathStage::Kind::Pool || entity == path.service)
                    && stage.kind != PathStage::Kind::Transfer;
        };
        auto found = std::ranges::find_if(path.stages, isIts);
        if (found == path.stages.end())
            found = path.stages.begin(); // of a replica
        if (found->trouble.title.empty() || found->trouble.severity < trouble.severity)
            found->trouble = trouble;
    }

    const ClusterStore& m_store;
    const Topology& m_topology;
    std::span<const Alert> m_alerts;
    PoolsReport& m_report;
    TickRange m_recent;
    std::vector<float> m_series;
};

/// Those with alerts first, then by requests.
std::vector<EntityRef> servicesOf(const ClusterStore& store, std::span<const Alert> alerts,
                                  std::span<const EntityRef> jobs)
{
    const Topology& topology = *store.topology();
    std::set<std::string_view> troubled;
    for (const Alert& alert : alerts) {
        for (const Alert::Stage& stage : alert.chain) {
            for (const EntityRef entity : stage.entities) {
                if (alert.state != Alert::State::Cleared && entity.kind == EntityKind::Job && topology.contains(entity))
                    troubled.insert(serviceName(topology, entity));
            }
        }
    }
    const MetricId requests = store.metrics().find(serving::requests);
    const std::span<const float> rates = requests.isValid() ? store.current(requests) : std::span<const float>();
    std::vector<EntityRef> services;
    std::ranges::copy_if(jobs, std::back_inserter(services),
                         [&](EntityRef job) { return serviceName(topology, job) == topology.name(job); });
    std::ranges::stable_sort(services, {}, [&](EntityRef service) {
        const float rate = service.index < rates.size() ? rates[service.index] : noData;
        return std::pair(!troubled.contains(topology.name(service)), std::isnan(rate) ? 0.0F : -rate);
    });
    return services;
}

} // namespace

PoolsReport readPools(const ClusterStore& store, std::span<const Alert> alerts, TimeRange visible, TimePoint moment)
{
    PoolsReport report;
    report.period = store.tickPeriod();
    const TimePoint from = std::clamp(visible.from, moment - PoolsReport::longest, moment - PoolsReport::shortest);
    report.ticks = {tickIndexOf(from, report.period), tickIndexOf(moment, report.period) + 1};
    if (!store.topology())
        return report;
    PathReader reader(store, alerts, report, moment);
    const std::vector<EntityRef> jobs = reader.servingJobs();
    const std::vector<EntityRef> services = servicesOf(store, alerts, jobs);
    for (const EntityRef service : services) {
        if (report.services.size() < PoolsReport::maxServices)
            report.services.push_back(reader.pathOf(service, jobs));
        else
            ++report.others;
    }
    return report;
}

} // namespace lockstep
