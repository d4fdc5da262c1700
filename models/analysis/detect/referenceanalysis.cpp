// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/referenceanalysis.h"

#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/topology/references.h"
#include "models/store/clusterstore.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <span>
#include <string_view>

namespace lockstep {

namespace {

constexpr double daySeconds = 86400;
constexpr double fewestSteps = 4; ///< for a pace

float valueAt(const std::vector<float>& column, std::uint32_t index)
{
    return index < column.size() ? column[index] : noData;
}

std::size_t samplesIn(float period, float seconds)
{
    return std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(period / seconds)));
}

bool isRatio(float value)
{
    return std::isfinite(value) && value > 0;
}

std::string lengthText(double seconds)
{
    return formatQuantity(seconds, Unit::Seconds);
}

} // namespace

ReferenceWatch::ReferenceWatch(LearnedBaselines* baselines) : m_learned(baselines, "run", "best hour") { }

void ReferenceWatch::Quantity::add(float value, float seconds)
{
    last.push_back(value);
    while (last.size() > samplesIn(hourSeconds, seconds))
        last.pop_front();
    if (last.size() == samplesIn(hourSeconds, seconds))
        best = std::fmax(best, mean(hourSeconds, seconds));
}

float ReferenceWatch::Quantity::mean(float overSeconds, float seconds) const
{
    const std::size_t count = samplesIn(overSeconds, seconds);
    if (last.size() < count)
        return noData;
    double sum = 0;
    std::size_t known = 0;
    for (auto at = last.end() - static_cast<std::ptrdiff_t>(count); at != last.end(); ++at) {
        sum += std::isnan(*at) ? 0 : static_cast<double>(*at);
        known += std::isnan(*at) ? 0 : 1;
    }
    return static_cast<float>(known) >= shareSeen * static_cast<float>(count)
        ? static_cast<float>(sum / static_cast<double>(known))
        : noData;
}

void ReferenceWatch::step(const ReferenceTick& now, Derived& out)
{
    const auto count = static_cast<std::uint32_t>(now.topology->count(EntityKind::Job));
    m_jobs.resize(count);
    std::vector<const RunReference*> runs(count);
    for (std::uint32_t job = 0; job < count; ++job) {
        recall(now, job, out);
        follow(now, job);
        if (now.topology->plan())
            runs[job] = runReference(*now.topology->plan(), now.topology->name({EntityKind::Job, job}),
                                     job < now.gpuModels.size() ? now.gpuModels[job] : std::string());
        judgeMfu(now, job, runs[job], out);
        if (runs[job] != nullptr && runs[job]->days > 0)
            judgeLength(now, job, *runs[job], out);
    }
    addColumns(now, runs, out);
}

void ReferenceWatch::recall(const ReferenceTick& now, std::uint32_t job, Derived& out)
{
    if (std::isnan(valueAt(now.mfu, job)) && std::isnan(valueAt(now.busBandwidth, job)))
        return;
    Job& its = m_jobs[job];
    m_learned.follow(
        *now.topology, {EntityKind::Job, job}, now.time, out,
        [&its](std::span<const float> values) {
            if (values.size() != 2 || std::ranges::none_of(values, isRatio))
                return false;
            its.mfu.best = isRatio(values[0]) ? values[0] : noData;
            its.busBandwidth.best = isRatio(values[1]) ? values[1] : noData;
            return true;
        },
        [&its] {
            const std::array best{its.mfu.best, its.busBandwidth.best};
            std::vector<float> values;
            if (std::ranges::any_of(best, isRatio))
                std::ranges::transform(best, std::back_inserter(values),
                                       [](float each) { return isRatio(each) ? each : 0; });
            return values;
        });
}

void ReferenceWatch::follow(const ReferenceTick& now, std::uint32_t job)
{
    Job& its = m_jobs[job];
    its.mfu.add(valueAt(now.mfu, job), now.seconds);
    its.busBandwidth.add(valueAt(now.busBandwidth, job), now.seconds);
    const float step = valueAt(now.step, job);
    if (!std::isnan(step))
        its.steps.push_back({now.time, static_cast<double>(step)});
    const Duration hour = durationOfSeconds(static_cast<double>(hourSeconds));
    while (!its.steps.empty() && its.steps.front().time < now.time - hour)
        its.steps.pop_front();
}

/// Mean over the last hour, including lost time. NaN: too few steps, or too short a time.
double ReferenceWatch::secondsPerStep(const Job& job) const
{
    if (job.steps.empty())
        return static_cast<double>(noData);
    const Reached& first = job.steps.front();
    const Reached& last = job.steps.back();
    const double seconds = std::chrono::duration<double>(last.time - first.time).count();
    const double steps = last.step - first.step;
    return steps >= fewestSteps && seconds >= static_cast<double>(judgedSeconds) ? seconds / steps : noData;
}

/// NaN: unknown.
ReferenceWatch::Lengths ReferenceWatch::lengthsOf(const ReferenceTick& now, std::uint32_t job,
                                                  const RunReference& run) const
{
    const double planned = run.days * daySeconds;
    const auto total = static_cast<double>(valueAt(now.stepsTotal, job));
    const auto step = static_cast<double>(valueAt(now.step, job));
    if (!(total > 0) || !(step <= total))
        return {planned, static_cast<double>(noData)};
    const double past = run.start ? std::max(0.0, std::chrono::duration<double>(now.time - *run.start).count())
                                  : planned * step / total;
    return {planned, past + (total - step) * secondsPerStep(m_jobs[job])};
}

float ReferenceWatch::mfuReference(std::uint32_t job, const RunReference* run) const
{
    return run != nullptr && run->mfu > 0 ? static_cast<float>(run->mfu) : m_jobs[job].mfu.best;
}

void ReferenceWatch::addColumns(const ReferenceTick& now, const std::vector<const RunReference*>& runs,
                                Derived& out) const
{
    std::vector<float> mfu(m_jobs.size(), noData);
    std::vector<float> busBandwidth(m_jobs.size(), noData);
    std::vector<float> planned(m_jobs.size(), noData);
    std::vector<float> projected(m_jobs.size(), noData);
    for (std::uint32_t job = 0; job < m_jobs.size(); ++job) {
        if (!std::isnan(valueAt(now.mfu, job)))
            mfu[job] = mfuReference(job, runs[job]);
        if (!std::isnan(valueAt(now.busBandwidth, job)))
            busBandwidth[job] = m_jobs[job].busBandwidth.best;
        if (runs[job] == nullptr || !(runs[job]->days > 0) || std::isnan(valueAt(now.step, job)))
            continue;
        const Lengths lengths = lengthsOf(now, job, *runs[job]);
        planned[job] = static_cast<float>(lengths.planned);
        projected[job] = static_cast<float>(lengths.projected);
    }
    addClusterColumns(now, mfu, out);
    const auto add = [&](std::string_view metric, const std::vector<float>& values) {
        if (std::ranges::all_of(values, [](float each) { return std::isnan(each); }))
            return;
        for (TickIndex tick = now.ticks.from; tick < now.ticks.to; ++tick)
            out.addColumn(metric, tick, m_jobs.size()) = values;
    };
    add(metrics::job::mfuReference, mfu);
    if (!now.topology->plan() || now.topology->plan()->bandwidths.empty())
        add(metrics::job::busBandwidthReference, busBandwidth); // otherwise BandwidthAnalysis adds those of the plan
    add(metrics::job::lengthPlanned, planned);
    add(metrics::job::lengthProjected, projected);
}

void ReferenceWatch::addClusterColumns(const ReferenceTick& now, const std::vector<float>& references,
                                       Derived& out) const
{
    double gpus = 0;
    double mfu = 0;
    double reference = 0;
    for (std::uint32_t job = 0; job < m_jobs.size(); ++job) {
        const auto its = static_cast<double>(valueAt(now.gpus, job));
        const auto reached = static_cast<double>(valueAt(now.mfu, job));
        if (std::isnan(its * reached))
            continue;
        gpus += its;
        mfu += its * reached;
        reference += its * static_cast<double>(references[job]); // NaN if one of them has no reference
    }
    if (!(gpus > 0) || now.topology->count(EntityKind::Cluster) == 0)
        return;
    for (TickIndex tick = now.ticks.from; tick < now.ticks.to; ++tick) {
        out.addColumn(metrics::cluster::mfu, tick, 1).front() = static_cast<float>(mfu / gpus);
        if (!std::isnan(reference))
            out.addColumn(metrics::cluster::mfuReference, tick, 1).front() = static_cast<float>(reference / gpus);
    }
}

void ReferenceWatch::judgeMfu(const ReferenceTick& now, std::uint32_t job, const RunReference* run, Derived& out)
{
    const float reference = mfuReference(job, run);
    const float mean = m_jobs[job].mfu.mean(judgedSeconds, now.seconds);
    if (std::isnan(reference) || std::isnan(mean))
        return; // missing data is neither good nor bad
    const std::string& name = now.topology->name({EntityKind::Job, job});
    const auto text = [](float value) {
        return formatQuantity(static_cast<double>(value), Unit::Ratio);
    };
    const bool isEntered = run != nullptr && run->mfu > 0;
    judge(now, job,
          {.code = codes::jobBelowReference,
           .deviation = 1 - mean / reference,
           .limit = lower,
           .bad
           = fmt::format("{}: MFU {}, reference {}{}", name, text(mean), text(reference),
                         isEntered ? "\nthe reference is from the cluster file" : "\nthe reference is its best hour"),
           .well = fmt::format("{}: MFU back at its reference: {}", name, text(mean)),
           .value = static_cast<double>(mean),
           .baseline = static_cast<double>(reference),
           .unit = Unit::Ratio},
          out);
}

void ReferenceWatch::judgeLength(const ReferenceTick& now, std::uint32_t job, const RunReference& run, Derived& out)
{
    const auto [planned, projected] = lengthsOf(now, job, run);
    if (std::isnan(projected))
        return;
    const std::string& name = now.topology->name({EntityKind::Job, job});
    judge(now, job,
          {.code = codes::jobLate,
           .deviation = static_cast<float>(projected / planned - 1),
           .limit = later,
           .bad = fmt::format("{}: the run is projected to take {}, planned {}", name, lengthText(projected),
                              lengthText(planned)),
           .well = fmt::format("{}: the run is back on plan and will take {}", name, lengthText(projected)),
           .value = projected,
           .baseline = planned,
           .unit = Unit::Seconds},
          out);
}

void ReferenceWatch::judge(const ReferenceTick& now, std::uint32_t job, const Verdict& verdict, Derived& out)
{
    const EntityRef entity{EntityKind::Job, job};
    const Episodes::Key key{entity, verdict.code};
    const bool isHealthy = verdict.deviation <= verdict.limit / 2;
    const auto news = verdict.deviation > verdict.limit
        ? m_episodes.found(key, rule, now, Severity::Warning)
        : m_episodes.notFound(key, rule, now, isHealthy ? Episodes::State::Healthy : Episodes::State::Unclear);
    const bool isMoved = m_deadband.isDue(key, now.time, verdict.deviation, verdict.limit / 2);
    EventFields fields{.job = now.topology->name(entity)};
    if (news.isOver()) {
        m_deadband.forget(key);
        out.events.push_back(
            {entity, {now.time, Severity::Information, 0, verdict.code, verdict.well, std::move(fields)}});
    } else if (news.isBad() || isMoved) {
        m_deadband.report(key, now.time, verdict.deviation);
        fields.lasted = rule.lastsAtTicksOf(now.seconds);
        fields.value = verdict.value;
        fields.baseline = verdict.baseline;
        fields.unit = verdict.unit;
        out.events.push_back({entity, {now.time, Severity::Warning, 0, verdict.code, verdict.bad, std::move(fields)}});
    }
}

namespace {

std::vector<std::string> gpuModelsOf(const ClusterStore& store)
{
    const Topology& topology = *store.topology();
    const bool isAsked = topology.plan()
        && std::ranges::any_of(topology.plan()->runs, [](const RunReference& run) { return !run.gpu.empty(); });
    std::vector<std::string> models(isAsked ? topology.count(EntityKind::Job) : 0);
    std::set<NameId> known;
    if (!isAsked)
        return models;
    for (const SpanLane& lane : store.spans().lanes()) {
        if (lane.rank == Span::noRank || !lane.job.isValid() || known.contains(lane.job)
            || !topology.contains(lane.entity))
            continue;
        const EntityRef job = topology.find(EntityKind::Job, {}, store.spans().names().name(lane.job));
        const EntityRef node = topology.ancestor(lane.entity, EntityKind::Node);
        const NodeIdentity* const identity = node.isValid() ? topology.identity(node) : nullptr;
        if (!job.isValid() || identity == nullptr)
            continue;
        models[job.index] = identity->property(properties::gpuModel);
        known.insert(lane.job);
    }
    return models;
}

/// By entity: the mean, or the last value.
std::vector<float> valuesIn(const ClusterStore& store, std::string_view metric, TickRange ticks, bool isMean)
{
    const MetricId id = store.metrics().find(metric);
    std::vector<float> values(store.topology()->count(EntityKind::Job), noData);
    if (!id.isValid())
        return values;
    std::vector<float> counts(values.size(), 0);
    for (TickIndex tick = ticks.from; tick < ticks.to; ++tick) {
        const std::span<const float> column = store.column(id, tick);
        for (std::size_t job = 0; job < std::min(column.size(), values.size()); ++job) {
            if (std::isnan(column[job]))
                continue;
            const bool isFurther = isMean && counts[job] > 0;
            values[job] = isFurther ? values[job] + (column[job] - values[job]) / (counts[job] + 1) : column[job];
            counts[job] += 1;
        }
    }
    return values;
}

} // namespace

ReferenceTick ReferenceAnalysis::readTick(const ClusterStore& store, TickRange ticks, TimePoint now)
{
    ReferenceTick newTick;
    newTick.ticks = {std::max(ticks.from, store.ticks().from), ticks.to}; // never before the data
    newTick.tick = ticks.to / ticks.length();
    newTick.time = now;
    newTick.seconds = std::chrono::duration<float>(ticks.length() * store.tickPeriod()).count();
    newTick.topology = store.topology();
    newTick.mfu = valuesIn(store, metrics::job::mfu, ticks, true);
    newTick.busBandwidth = valuesIn(store, metrics::job::busBandwidth, ticks, true);
    newTick.step = valuesIn(store, metrics::job::step, ticks, false);
    newTick.stepsTotal = valuesIn(store, metrics::job::stepsTotal, ticks, false);
    newTick.gpus = valuesIn(store, metrics::job::gpus, ticks, false);
    newTick.gpuModels = gpuModelsOf(store);
    return newTick;
}

Analysis::Task ReferenceAnalysis::take(const ClusterStore& store, const ChangeSet& changes)
{
    if (changes.ticks.isEmpty() || !store.topology() || store.topology()->count(EntityKind::Job) == 0)
        return {};
    const float tickSeconds = std::chrono::duration<float>(store.tickPeriod()).count();
    const auto length = static_cast<TickIndex>(samplesIn(checkSeconds, tickSeconds));
    const auto delay = static_cast<TickIndex>(std::ceil(delaySeconds / tickSeconds));
    const TickRange ticks = m_ticks.take(store, store.topology()->count(EntityKind::Job));
    std::vector<ReferenceTick> newTicks;
    for (TickIndex tick = ticks.from; tick < ticks.to; ++tick) {
        if ((tick + 1) % length == 0 && tick + 1 - delay > store.ticks().from)
            newTicks.push_back(readTick(store, {tick + 1 - delay - length, tick + 1 - delay},
                                        timeOfTick(tick + 1, store.tickPeriod())));
    }
    if (newTicks.empty() && !m_ticks.hasMore())
        return {};
    return stepEach(std::move(newTicks));
}

} // namespace lockstep
