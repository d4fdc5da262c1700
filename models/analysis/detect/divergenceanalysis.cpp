// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/divergenceanalysis.h"

#include "models/analysis/detect/baseline/placetext.h"
#include "models/core/eventcodes.h"
#include "models/core/median.h"
#include "models/core/units.h"
#include "models/store/spans/spanstore.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {

constexpr std::array<std::string_view, 3> quantityNames{"step", "loss", "gradient norm"};

double medianOf(std::vector<double> values)
{
    return upperMedian(values);
}

std::vector<DivergenceWatch::Job> jobsByLanes(const SpanStore& spans)
{
    std::map<NameId, std::vector<EntityRef>> gpus;
    for (const SpanLane& lane : spans.lanes()) {
        if (lane.entity.kind == EntityKind::Gpu && lane.rank != Span::noRank && lane.job.isValid())
            gpus[lane.job].push_back(lane.entity);
    }
    std::vector<DivergenceWatch::Job> jobs;
    for (auto& [job, its] : gpus) {
        std::ranges::sort(its);
        const auto twice = std::ranges::unique(its);
        its.erase(twice.begin(), twice.end());
        jobs.push_back({spans.names().name(job), std::move(its)});
    }
    return jobs;
}

} // namespace

void DivergenceWatch::step(const WatchedTick& now, std::span<const Job> jobs, Derived& out)
{
    for (const Job& job : jobs) {
        std::map<float, std::size_t> ranks; // number of ranks by their latest completed step
        for (const EntityRef gpu : job.gpus) {
            if (const float step = now.value(0, gpu.index); !std::isnan(step))
                ++ranks[step];
        }
        const auto max = std::ranges::max_element(ranks, {}, [](const auto& each) { return each.second; });
        if (max == ranks.end() || max->second < minPeers)
            continue;
        Progress& progress = m_jobs[job.name];
        if (max->first == progress.judged)
            continue;
        progress.judged = max->first;
        progress.at = now.tick;
        ++progress.steps;
        compare(now, job, progress, max->first, out);
    }
    forget(now, out);
}

void DivergenceWatch::compare(const WatchedTick& now, const Job& job, Progress& progress, float step, Derived& out)
{
    for (std::size_t column = 1; column < watched.size(); ++column) {
        std::vector<Value> values;
        for (const EntityRef gpu : job.gpus) {
            const float value = now.value(column, gpu.index);
            if (now.value(0, gpu.index) == step && std::isfinite(value))
                values.push_back({gpu, static_cast<double>(value)});
        }
        if (values.size() >= minPeers)
            judge(now, job, progress, step, column, values, out);
    }
}

void DivergenceWatch::judge(const WatchedTick& now, const Job& job, const Progress& progress, float step,
                            std::size_t column, const std::vector<Value>& values, Derived& out)
{
    std::vector<double> numbers;
    for (const Value& each : values)
        numbers.push_back(each.value);
    const double usual = medianOf(numbers);
    const double whole = std::abs(usual);
    std::vector<double> away;
    for (const double number : numbers)
        away.push_back(std::abs(number - usual));
    const auto agree = std::ranges::count_if(away, [&](double each) { return each <= agreeing * whole; });
    const bool isShared = static_cast<double>(agree) >= nearlyAll * static_cast<double>(values.size());
    const double spread = 1.4826 * medianOf(away);
    const double allowed = isShared ? disagreeing * whole : std::max(farOutside * spread, farFrom * whole);
    const auto outside
        = static_cast<std::size_t>(std::ranges::count_if(away, [&](double each) { return each > allowed; }));
    const bool isClear = outside * minPeers <= values.size(); // otherwise it is unclear which ranks are right
    const EpisodeRule& rule = isShared ? sharedRule : ownRule;
    const Severity severity = isShared ? Severity::Critical : Severity::Warning;
    const AnalysedTick moment{progress.steps, now.time};
    for (std::size_t at = 0; at < values.size(); ++at) {
        const Episodes::Key key{values[at].gpu, std::string(quantityNames[column])};
        const bool isOutside = isClear && away[at] > allowed;
        const auto news = isOutside
            ? m_episodes.found(key, rule, moment, severity)
            : m_episodes.notFound(key, rule, moment, isClear ? Episodes::State::Healthy : Episodes::State::Unclear);
        const std::string place = placeText(*now.topology, values[at].gpu);
        if (news.isBad()) {
            m_open[key] = job.name;
            out.events.push_back(
                {values[at].gpu,
                 {now.time, severity, 0, codes::gpuDiverging,
                  fmt::format(
                      "{}: {} {} in step {:.0f} of {}, but {} other ranks have {}{}: possible silent data corruption",
                      place, quantityNames[column], formatNumber(values[at].value), step, job.name,
                      values.size() - outside, isShared ? "" : "about ", formatNumber(usual))}});
        }
        if (news.isOver()) {
            m_open.erase(key);
            if (std::ranges::any_of(m_open, [&](const auto& each) { return each.first.entity == key.entity; }))
                continue; // another value of the rank still differs
            out.events.push_back({values[at].gpu,
                                  {now.time, Severity::Information, 0, codes::gpuDiverging,
                                   fmt::format("{}: {} matches its peers again", place, quantityNames[column])}});
        }
    }
}

void DivergenceWatch::forget(const WatchedTick& now, Derived& out)
{
    std::erase_if(m_open, [&](const auto& each) {
        const auto& [key, job] = each;
        const auto known = m_jobs.find(job);
        if (known != m_jobs.end() && now.tick - known->second.at < forgotten)
            return false;
        const TickIndex steps = known == m_jobs.end() ? 0 : known->second.steps;
        (void)m_episodes.notFound(key, {.lasts = 1, .calm = 1}, {steps + 1, now.time});
        if (now.topology->contains(key.entity))
            out.events.push_back({key.entity,
                                  {now.time, Severity::Information, 0, codes::gpuDiverging,
                                   fmt::format("{}: its job has ended", placeText(*now.topology, key.entity))}});
        return true;
    });
    std::erase_if(m_jobs, [&](const auto& each) { return now.tick - each.second.at >= forgotten; });
}

Analysis::Task DivergenceAnalysis::take(const ClusterStore& store, const ChangeSet& changes)
{
    if (changes.ticks.isEmpty() || !store.topology() || !store.metrics().find(metrics::gpu::trainStep).isValid())
        return {};
    const SpanStore& spans = store.spans();
    if (!m_jobs || m_lanes != spans.lanes().size() || m_lanesOf != spans.generation()) {
        m_lanes = spans.lanes().size();
        m_lanesOf = spans.generation();
        m_jobs = std::make_shared<const Jobs>(jobsByLanes(spans));
    }
    const TickRange ticks
        = m_ticks.take(store, DivergenceWatch::watched.size() * store.topology()->count(EntityKind::Gpu));
    if (ticks.isEmpty() || m_jobs->empty())
        return {};
    // A step is reported once and not repeated in later ticks.
    std::vector<WatchedTick> read;
    for (TickIndex tick = ticks.from; tick < ticks.to; ++tick) {
        WatchedTick& now = read.emplace_back();
        now.tick = tick;
        now.time = timeOfTick(tick, store.tickPeriod());
        now.topology = store.topology();
        for (const auto metric : DivergenceWatch::watched)
            now.columns.push_back(copyOfColumn(store, metric, tick));
    }
    return stepEach(std::move(read), [jobs = m_jobs](DivergenceWatch& watch, const WatchedTick& now, Derived& out) {
        watch.step(now, *jobs, out);
    });
}

} // namespace lockstep
