// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/alertcost.h"

#include "models/core/metrics/metricnames.h"
#include "models/store/clusterstore.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>

namespace lockstep {

namespace {

constexpr TickIndex usualTicks = 60; ///< before the onset
constexpr TickIndex maxTicks = 60; ///< sampled in one range
constexpr TickIndex maxUsualTicks = 20;
constexpr double minMeasured = 0.5; ///< of the ticks: a job's steps are reported seconds after they end
constexpr TickIndex ticksToSettle = 60; ///< a tick that is older does not change any more

void addGpusOf(const Topology& topology, EntityRef entity, std::set<std::uint32_t>& gpus)
{
    if (!topology.contains(entity))
        return;
    if (entity.kind == EntityKind::Gpu)
        gpus.insert(entity.index);
    if (entity.kind == EntityKind::Loop) {
        for (const EntityRef rack : topology.served(entity))
            addGpusOf(topology, rack, gpus);
    }
    if (entity.kind != EntityKind::Rack && entity.kind != EntityKind::Node)
        return;
    for (const EntityRef part : topology.children(entity)) {
        if (part.kind == EntityKind::Node || part.kind == EntityKind::Gpu)
            addGpusOf(topology, part, gpus);
    }
}

void addJobsOf(const Topology& topology, const Alert& alert, std::set<std::uint32_t>& jobs)
{
    for (const Alert::Stage& stage : alert.chain) {
        const EntityRef job
            = stage.job.empty() ? EntityRef{} : topology.find(EntityKind::Job, {}, std::string_view(stage.job));
        if (job.isValid())
            jobs.insert(job.index);
    }
    for (const EntityRef entity : alert.entities) {
        if (entity.kind == EntityKind::Job && topology.contains(entity))
            jobs.insert(entity.index);
    }
}

/// Distance between sampled ticks: 1 at first, and doubled whenever the time since the onset has doubled. It does not
/// depend on the end of the alert, so a longer alert adds samples and keeps the existing ones.
TickIndex strideAfter(TickIndex sinceOnset)
{
    constexpr std::uint64_t samplesPerDoubling = 32;
    return static_cast<TickIndex>(
        std::max<std::uint64_t>(1, std::bit_floor(static_cast<std::uint64_t>(sinceOnset) / samplesPerDoubling)));
}

double valueAt(const std::vector<float>& column, std::uint32_t index)
{
    return index < column.size() ? static_cast<double>(column[index]) : std::numeric_limits<double>::quiet_NaN();
}

} // namespace

void LossSum::add(double gpus, Duration time)
{
    m_sum += gpus * std::chrono::duration<double>(time).count();
    m_highest = std::max(m_highest.value_or(0), m_sum);
}

AlertLoss::AlertLoss(const Alert& alert, const Topology& topology)
{
    std::set<std::uint32_t> gpus;
    for (const EntityRef entity : alert.entities)
        addGpusOf(topology, entity, gpus);
    m_gpus.assign(gpus.begin(), gpus.end());
    std::set<std::uint32_t> jobs;
    addJobsOf(topology, alert, jobs);
    m_jobs.assign(jobs.begin(), jobs.end());
}

AlertLoss AlertLoss::ofJob(const ObservedJob& job, EntityRef entity, const Topology& topology) const
{
    AlertLoss its;
    std::set<std::uint32_t> gpus;
    for (const EntityRef place : job.places)
        addGpusOf(topology, place, gpus);
    std::ranges::set_intersection(m_gpus, gpus, std::back_inserter(its.m_gpus));
    if (m_gpus.empty() == its.m_gpus.empty() && entity.isValid() && std::ranges::binary_search(m_jobs, entity.index))
        its.m_jobs.push_back(entity.index);
    return its;
}

std::optional<double> AlertLoss::blameAt(TickIndex tick, const ColumnOf& columnOf) const
{
    const std::vector<float> blame = columnOf(metrics::gpu::syncBlame, tick);
    double sum = 0;
    bool isMeasured = false;
    for (const std::uint32_t gpu : m_gpus) {
        const double its = valueAt(blame, gpu);
        if (std::isnan(its))
            continue;
        sum += its;
        isMeasured = true;
    }
    const std::optional<double> restarting = gpusOfJobsAt(
        tick, metrics::job::restartShare, [](double share) { return share; }, columnOf);
    return isMeasured || restarting ? std::optional(sum + restarting.value_or(0)) : std::nullopt;
}

std::optional<double> AlertLoss::gpusOfJobsAt(TickIndex tick, std::string_view metric, double (*shareOf)(double),
                                              const ColumnOf& columnOf) const
{
    if (m_jobs.empty())
        return std::nullopt;
    const std::vector<float> shares = columnOf(metric, tick);
    const std::vector<float> gpus = columnOf(metrics::job::gpus, tick);
    double sum = 0;
    bool isMeasured = false;
    for (const std::uint32_t job : m_jobs) {
        const double its = valueAt(gpus, job) * shareOf(valueAt(shares, job));
        if (std::isnan(its))
            continue;
        sum += its;
        isMeasured = true;
    }
    return isMeasured ? std::optional(sum) : std::nullopt;
}

std::optional<double> AlertLoss::at(TickIndex tick, const ColumnOf& columnOf) const
{
    return m_gpus.empty() ? gpusOfJobsAt(
               tick, metrics::job::goodput, [](double productive) { return 1 - productive; }, columnOf)
                          : blameAt(tick, columnOf);
}

std::optional<double> AlertLoss::meanOver(TickRange ticks, TickIndex max, const ColumnOf& columnOf) const
{
    const TickIndex stride = std::max<TickIndex>(1, ticks.length() / max);
    double sum = 0;
    int measured = 0;
    int sampled = 0;
    for (TickIndex tick = ticks.from; tick < ticks.to; tick += stride) {
        ++sampled;
        const std::optional<double> its = at(tick, columnOf);
        sum += its.value_or(0);
        measured += its ? 1 : 0;
    }
    if (sampled == 0 || measured < minMeasured * sampled)
        return std::nullopt;
    return sum / measured;
}

double AlertLoss::baselineBefore(TimePoint onset, Duration tickPeriod, const ColumnOf& columnOf) const
{
    const TickIndex begin = tickIndexOf(onset, tickPeriod);
    return meanOver({begin - usualTicks, begin}, maxUsualTicks, columnOf).value_or(0);
}

std::optional<double> AlertLoss::recent(const Alert& alert, Duration tickPeriod, TimePoint now,
                                        const ColumnOf& columnOf) const
{
    const TickIndex to = tickIndexOf(now, tickPeriod) + 1;
    const TickRange ticks{std::max(to - usualTicks, tickIndexOf(alert.onset, tickPeriod)), to};
    if (isEmpty() || ticks.isEmpty())
        return std::nullopt;
    const std::optional<double> mean = meanOver(ticks, maxTicks, columnOf);
    return mean ? std::optional(std::max(0.0, *mean - baselineBefore(alert.onset, tickPeriod, columnOf)))
                : std::nullopt;
}

std::optional<double> AlertLoss::since(TimePoint onset, TimePoint until, Duration tickPeriod,
                                       const ColumnOf& columnOf) const
{
    const TickIndex begin = tickIndexOf(onset, tickPeriod);
    const TickIndex end = tickIndexOf(until, tickPeriod);
    if (isEmpty() || begin >= end)
        return std::nullopt;
    const double usual = baselineBefore(onset, tickPeriod, columnOf);
    LossSum sum;
    int sampled = 0;
    int sampledUntilMeasured = 0;
    int measured = 0;
    for (TickIndex tick = begin; tick < end; tick += strideAfter(tick - begin)) {
        ++sampled;
        const std::optional<double> gpus = at(tick, columnOf);
        if (!gpus || (end - tick < ticksToSettle && !at(tick + 1, columnOf)))
            continue; // a tick may change until the next one is measured
        sum.add(*gpus - usual, std::min(strideAfter(tick - begin), end - tick) * tickPeriod);
        sampledUntilMeasured = sampled;
        ++measured;
    }
    return measured >= minMeasured * sampledUntilMeasured ? sum.gpuSeconds() : std::nullopt;
}

std::optional<double> costOf(const Alert& alert, const ClusterStore& store, TimePoint moment)
{
    const ColumnOf columnOf = [&store](std::string_view metric, TickIndex tick) {
        const MetricId id = store.metrics().find(metric);
        const std::span<const float> column = id.isValid() ? store.column(id, tick) : std::span<const float>();
        return std::vector<float>(column.begin(), column.end());
    };
    return costOf(alert, *store.topology(), store.tickPeriod(), moment, columnOf);
}

std::optional<double> gpuSecondsWithin(const AlertLoss& loss, const Alert& alert, Duration tickPeriod, TimeRange within,
                                       const ColumnOf& columnOf)
{
    const TimePoint from = std::max(within.from, alert.onset);
    const TimePoint until = std::min(within.to, alert.end.value_or(within.to));
    if (loss.isEmpty() || until <= from)
        return 0;
    const TickRange ticks{tickIndexOf(from, tickPeriod), tickIndexOf(until, tickPeriod)};
    const std::optional<double> mean = loss.meanOver(ticks, maxTicks, columnOf);
    if (!mean)
        return std::nullopt;
    const double usual = loss.baselineBefore(alert.onset, tickPeriod, columnOf);
    return std::max(0.0, *mean - usual) * std::chrono::duration<double>(until - from).count();
}

std::optional<double> costOf(const Alert& alert, const Topology& topology, Duration tickPeriod, TimePoint now,
                             const ColumnOf& columnOf)
{
    const TimePoint until = std::min(now, alert.end.value_or(now));
    const std::optional<double> waited = AlertLoss(alert, topology).since(alert.onset, until, tickPeriod, columnOf);
    if (!waited || !alert.costGpuSeconds)
        return waited ? waited : alert.costGpuSeconds;
    return *waited + *alert.costGpuSeconds;
}

} // namespace lockstep
