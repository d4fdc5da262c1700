// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/incidents/damagesum.h"

#include "models/core/metrics/metricnames.h"
#include "models/core/units.h"
#include "models/store/clusterstore.h"
#include "models/view/time/timeaxis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>

namespace lockstep {

namespace {

constexpr Duration lookBack = std::chrono::hours(1); ///< for the pace, and the checkpoint that a job went back to
constexpr std::size_t maxJobs = 1024;
constexpr TickIndex maxTicks = 86'400; ///< of an incident
constexpr TickIndex maxNodeReads = 3'600;
constexpr std::size_t maxNamed = 3;

/// Metrics of a job besides those of its series, in the order in which all are read.
constexpr std::string_view furtherMetrics[]{metrics::job::tokensPerStep, metrics::job::stepsTotal,
                                            metrics::serving::requests};

std::string_view metricOfRow(std::size_t row)
{
    const auto rows = jobSeriesRows();
    return row < rows.size() ? rows[row].metric : furtherMetrics[row - rows.size()];
}

std::size_t rowCount()
{
    return jobSeriesRows().size() + std::size(furtherMetrics);
}

double lastKnown(const std::vector<float>& values)
{
    const auto last = std::find_if(values.rbegin(), values.rend(), [](float value) { return !std::isnan(value); });
    return last == values.rend() ? JobDamage::unknown : static_cast<double>(*last);
}

bool isKnown(const std::vector<float>& values)
{
    return std::ranges::any_of(values, [](float value) { return !std::isnan(value); });
}

std::string listed(const std::vector<std::string>& parts, const char* between)
{
    const std::size_t shown = std::min(parts.size(), maxNamed);
    std::string text
        = fmt::format("{}", fmt::join(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(shown), between));
    if (parts.size() > shown)
        text += fmt::format(" and {} more", parts.size() - shown);
    return text;
}

std::string clockTime(const ClusterStore& store, TickIndex tick)
{
    return formatTime(timeOfTick(tick, store.tickPeriod()), std::chrono::seconds(1));
}

double secondsOf(const ClusterStore& store, TickIndex ticks)
{
    return std::chrono::duration<double>(store.tickPeriod()).count() * static_cast<double>(ticks);
}

} // namespace

DamageSum::DamageSum(const ClusterStore& store, TickRange ticks, const std::vector<EntityRef>& entities)
    : m_ticks(ticks), m_entities(entities)
{
    m_ticks.from = std::max(m_ticks.from, m_ticks.to - maxTicks);
    // A scheduler is queried at intervals, so the state at the beginning is in its last answer before that.
    m_nextTick = std::max(store.ticks().from, m_ticks.from - std::chrono::minutes(1) / store.tickPeriod());
    m_stride = std::max<TickIndex>(1, m_ticks.length() / maxNodeReads);
    m_jobTicks = {std::max(store.ticks().from, m_ticks.from - lookBack / store.tickPeriod()), m_ticks.to};
    std::ranges::copy_if(entities, std::back_inserter(m_jobs),
                         [](EntityRef entity) { return entity.kind == EntityKind::Job; });
    if (m_jobs.empty()) {
        const auto count = std::min(maxJobs, store.topology()->count(EntityKind::Job));
        for (std::uint32_t job = 0; job < count; ++job)
            m_jobs.push_back({EntityKind::Job, job});
    }
    if (m_ticks.isEmpty())
        m_jobs.clear();
    m_nodes.resize(store.topology()->count(EntityKind::Node));
}

MetricId DamageSum::touch(const ClusterStore& store) const
{
    if (m_job < m_jobs.size()) {
        const MetricId metric = store.metrics().find(metricOfRow(m_row));
        std::vector<float> asked;
        if (metric.isValid())
            store.series(metric, m_jobs[m_job].index, m_jobTicks, asked);
        return metric;
    }
    if (m_nextTick >= m_ticks.to)
        return {};
    const MetricId drained = store.metrics().find(metrics::node::drained);
    const MetricId unavailable = store.metrics().find(metrics::node::gpusUnavailable);
    for (const MetricId metric : {drained, unavailable}) {
        if (metric.isValid())
            (void)store.column(metric, m_nextTick);
    }
    return unavailable.isValid() ? unavailable : drained;
}

TickRange DamageSum::touched() const
{
    return m_job < m_jobs.size() ? m_jobTicks : TickRange{m_nextTick, std::min(m_nextTick + 1, m_ticks.to)};
}

void DamageSum::step(const ClusterStore& store)
{
    if (m_job < m_jobs.size())
        readJob(store);
    else
        readNodes(store);
}

void DamageSum::readJob(const ClusterStore& store)
{
    const std::size_t further = m_row - std::min(m_row, jobSeriesRows().size());
    std::vector<float> values;
    if (const MetricId metric = store.metrics().find(metricOfRow(m_row)); metric.isValid())
        store.series(metric, m_jobs[m_job].index, m_jobTicks, values);
    bool isOver = ++m_row == rowCount();
    if (m_row <= jobSeriesRows().size()) {
        const JobSeriesRow& row = jobSeriesRows()[m_row - 1];
        // The first metric shows whether this is a training job; most jobs of a scheduler are not.
        isOver = isOver || (m_row == 1 && !isKnown(values));
        m_series.*row.values = std::move(values);
    } else if (further == 0) {
        m_tokens = std::move(values);
    } else if (further == 1) {
        m_stepsTotal = std::move(values);
    } else if (isKnown(values)) {
        m_series = {}; // a service: it answers requests, and takes no steps that could be lost
    }
    if (!isOver)
        return;
    m_series.tickPeriod = store.tickPeriod();
    m_series.ticks = ticksIn(m_jobTicks);
    if (isKnown(m_series.step) && isKnown(m_series.gpus))
        m_hit.push_back({store.topology()->name(m_jobs[m_job]), jobDamage(m_series, m_ticks, lastKnown(m_stepsTotal)),
                         lastKnown(m_tokens)});
    m_series = {};
    m_tokens.clear();
    m_stepsTotal.clear();
    m_row = 0;
    ++m_job;
}

/// NaN: the scheduler does not report it.
double DamageSum::gpusOut(const ClusterStore& store, std::uint32_t node, float unavailable, float drained) const
{
    if (!std::isnan(unavailable) || std::isnan(drained))
        return static_cast<double>(unavailable);
    const auto parts = store.topology()->children({EntityKind::Node, node});
    const auto gpus = std::ranges::count(parts, EntityKind::Gpu, &EntityRef::kind);
    return drained > 0 ? static_cast<double>(gpus) : 0;
}

void DamageSum::readNodes(const ClusterStore& store)
{
    const auto columnOf = [&](std::string_view name) {
        const MetricId metric = store.metrics().find(name);
        return metric.isValid() ? store.column(metric, m_nextTick) : std::span<const float>();
    };
    const std::span<const float> unavailable = columnOf(metrics::node::gpusUnavailable);
    const std::span<const float> drained = columnOf(metrics::node::drained);
    const TickIndex ticks = std::min(m_stride, m_ticks.to - m_nextTick);
    for (std::uint32_t index = 0; index < m_nodes.size(); ++index) {
        NodeService& node = m_nodes[index];
        const double out = gpusOut(store, index, index < unavailable.size() ? unavailable[index] : noData,
                                   index < drained.size() ? drained[index] : noData);
        if (!std::isnan(out)) {
            const bool isFirst = std::isnan(node.unavailable);
            node.wasOut = isFirst ? out > 0 : node.wasOut && out > 0;
            node.unavailable = out;
            node.reported = m_nextTick;
        } else if ((m_nextTick - node.reported) * store.tickPeriod() > JobLedger::longestSilence) {
            continue; // it reports at intervals; after a longer silence, its state is unknown
        }
        if (node.unavailable > 0 && m_nextTick >= m_ticks.from)
            node.gpuSeconds
                += node.wasOut && !isOfIncident(store, index) ? 0 : node.unavailable * secondsOf(store, ticks);
    }
    m_nextTick += m_stride;
}

/// Whether the incident concerns this node or a part of it.
bool DamageSum::isOfIncident(const ClusterStore& store, std::uint32_t node) const
{
    const EntityRef self{EntityKind::Node, node};
    return std::ranges::any_of(m_entities, [&](EntityRef entity) {
        return entity == self || store.topology()->ancestor(entity, EntityKind::Node) == self;
    });
}

void DamageSum::settle(const ClusterStore& store, CostInputs& costs) const
{
    settleRollbacks(store, costs);
    settleProgress(costs);
    settleCapacity(store, costs);
}

void DamageSum::settleRollbacks(const ClusterStore& store, CostInputs& costs) const
{
    if (m_hit.empty()) {
        costs.rolledBackSource = "no job reported its steps";
        return;
    }
    double gpuSeconds = 0;
    std::vector<std::string> parts;
    for (const HitJob& job : m_hit) {
        gpuSeconds += job.damage.rolledBackGpuSeconds;
        for (const Rollback& rollback : job.damage.rollbacks)
            parts.push_back(fmt::format("{} went back from step {} to {} at {}", job.name,
                                        formatNumber(rollback.fromStep), formatNumber(rollback.toStep),
                                        clockTime(store, rollback.at)));
        if (job.damage.isAtLeast)
            parts.back() += " (lower limit, because its earlier steps are not in memory)";
    }
    costs.rolledBackGpuSeconds = gpuSeconds;
    costs.rolledBackSource = parts.empty() ? "no job went back to an earlier step" : listed(parts, "; ");
}

void DamageSum::settleProgress(CostInputs& costs) const
{
    const auto lostTime = [](const HitJob& job) {
        const double seconds = job.damage.stepsLost * job.damage.secondsPerStep * job.damage.gpus;
        return std::isnan(seconds) ? -1 : seconds;
    };
    const auto worst = std::ranges::max_element(m_hit, {}, lostTime);
    if (worst == m_hit.end() || lostTime(*worst) < 0) {
        const std::string why = m_hit.empty() ? std::string("no job reported its steps")
                                              : fmt::format("{} completed fewer than {:.0f} steps before the incident",
                                                            m_hit.front().name, JobDamage::enoughSteps);
        costs.lostStepsSource = costs.lostTokensSource = costs.slipSource = why;
        return;
    }
    const JobDamage& damage = worst->damage;
    const std::string pace = formatQuantity(damage.secondsPerStep, Unit::Seconds) + " per step";
    costs.lostSteps = damage.stepsLost;
    costs.lostStepsSource = fmt::format("{}: completed {} of {} steps expected at its previous pace of {}", worst->name,
                                        formatNumber(damage.stepsTaken), formatNumber(damage.stepsExpected), pace);
    if (std::isnan(worst->tokensPerStep)) {
        costs.lostTokensSource = fmt::format("{} does not report \"tokens_per_step\"", worst->name);
    } else {
        costs.lostTokens = damage.stepsLost * worst->tokensPerStep;
        costs.lostTokensSource
            = fmt::format("{}: lost steps × {} tokens per step", worst->name, formatNumber(worst->tokensPerStep));
    }
    constexpr double daySeconds = 86400;
    costs.slipDays = damage.stepsLost * damage.secondsPerStep / daySeconds;
    costs.slipSource = fmt::format("{} is projected to end {} later: lost steps × {}", worst->name,
                                   formatQuantity(damage.stepsLost * damage.secondsPerStep, Unit::Seconds), pace);
}

void DamageSum::settleCapacity(const ClusterStore& store, CostInputs& costs) const
{
    double gpuSeconds = 0;
    bool isReported = false;
    std::vector<std::string> out;
    for (std::uint32_t index = 0; index < m_nodes.size(); ++index) {
        const NodeService& node = m_nodes[index];
        isReported = isReported || !std::isnan(node.unavailable);
        gpuSeconds += node.gpuSeconds;
        if (node.gpuSeconds > 0)
            out.push_back(store.topology()->name({EntityKind::Node, index}));
    }
    if (!isReported) {
        costs.idleSource = "no scheduler reports which nodes are drained";
        return;
    }
    costs.idleGpuSeconds = gpuSeconds;
    costs.idleSource = out.empty() ? std::string("scheduler: no node was out of service")
                                   : "scheduler: nodes out of service: " + listed(out, ", ");
}

} // namespace lockstep
