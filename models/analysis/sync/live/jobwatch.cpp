// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/live/jobwatch.h"

#include "models/core/eventcodes.h"
#include "models/core/median.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <numeric>
#include <utility>

namespace lockstep {

namespace {
constexpr std::size_t keptWrites = 32;
constexpr std::int64_t longestWaitNs = 60'000'000'000; ///< maximum wait for concurrent writes of other jobs

double secondsOf(std::int64_t ns)
{
    return static_cast<double>(ns) * 1e-9;
}

} // namespace

void StorageWait::add(std::uint32_t job, std::uint32_t step, std::int64_t beginNs, std::int64_t endNs)
{
    Writer& writer = m_jobs[job];
    for (Write& each : writer.pending) {
        if (each.step != step)
            continue;
        each.beginNs = std::min(each.beginNs, beginNs);
        each.endNs = std::max(each.endNs, endNs);
        each.seconds.push_back(secondsOf(endNs - beginNs));
        return;
    }
    if (!writer.judged.empty() && writer.judged.back().step == step && beginNs < writer.judged.back().endNs)
        return; // a late part
    writer.pending.push_back({step, beginNs, endNs, {secondsOf(endNs - beginNs)}});
    if (writer.pending.size() > keptWrites)
        writer.pending.pop_front();
}

void StorageWait::addStep(std::uint32_t job, std::int64_t beginNs, std::int64_t endNs)
{
    Writer& writer = m_jobs[job];
    // Of the rank that ends last, in any order of arrival.
    if (endNs > writer.lastNs)
        writer.stepSeconds = secondsOf(endNs - beginNs);
    writer.lastNs = std::max(writer.lastNs, endNs);
}

/// Whether all concurrent writes are known. They are once this job and the others have continued.
bool StorageWait::isSettled(std::uint32_t job, const Write& write) const
{
    const std::int64_t newest = m_jobs.at(job).lastNs;
    return newest > write.endNs && std::ranges::all_of(m_jobs, [&](const auto& each) {
               return each.first == job || each.second.usual.empty() || each.second.lastNs >= write.endNs
                   || newest > write.endNs + longestWaitNs;
           });
}

double StorageWait::sharedSeconds(std::uint32_t job, const Write& write) const
{
    std::int64_t shared = 0;
    for (const auto& [other, writer] : m_jobs) {
        if (other == job)
            continue;
        for (const auto* writes : {&writer.pending, &writer.judged}) {
            for (const Write& each : *writes)
                shared += std::max<std::int64_t>(
                    std::min(each.endNs, write.endNs) - std::max(each.beginNs, write.beginNs), 0);
        }
    }
    return std::min(secondsOf(shared), secondsOf(write.endNs - write.beginNs));
}

std::optional<StorageWait::Verdict> StorageWait::next(std::uint32_t job)
{
    const auto known = m_jobs.find(job);
    if (known == m_jobs.end() || known->second.pending.empty() || !isSettled(job, known->second.pending.front()))
        return std::nullopt;
    Writer& writer = known->second;
    Write write = std::move(writer.pending.front());
    writer.pending.pop_front();
    Verdict verdict;
    verdict.beginNs = write.beginNs;
    verdict.endNs = write.endNs;
    verdict.seconds = upperMedian(write.seconds);
    write.seconds.clear();
    // Without an earlier checkpoint, uses the longest possible interval, which is all of the job's steps.
    const bool hasLast = writer.lastWriteEndNs > 0 && writer.lastWriteEndNs < write.beginNs;
    const double without = hasLast ? secondsOf(write.beginNs - writer.lastWriteEndNs)
                                   : (static_cast<double>(write.step) + 1) * writer.stepSeconds;
    verdict.share = without > 0 ? verdict.seconds / (verdict.seconds + without) : 0;
    // A write concurrent with another job has half the rate.
    const double alone = verdict.seconds - sharedSeconds(job, write) / 2;
    if (!writer.usual.empty()) {
        std::vector<double> usual = writer.usual;
        verdict.baselineSeconds = upperMedian(usual);
        verdict.isSlow = alone > slowRatio * verdict.baselineSeconds && alone > verdict.baselineSeconds + slowSeconds;
    }
    verdict.isSlow = verdict.isSlow || (verdict.share > largeShare && alone > largeSeconds);
    if (!verdict.isSlow) {
        writer.usual.push_back(alone);
        if (writer.usual.size() > keptWrites)
            writer.usual.erase(writer.usual.begin());
    }
    writer.lastWriteEndNs = write.endNs;
    writer.judged.push_back(write);
    if (writer.judged.size() > keptWrites)
        writer.judged.pop_front();
    return verdict;
}

std::vector<float> StorageWait::usual(std::uint32_t job) const
{
    const auto known = m_jobs.find(job);
    return known == m_jobs.end() ? std::vector<float>()
                                 : std::vector<float>(known->second.usual.begin(), known->second.usual.end());
}

void StorageWait::restore(std::uint32_t job, std::span<const float> seconds)
{
    const bool isSound = seconds.size() <= keptWrites
        && std::ranges::all_of(seconds, [](float each) { return std::isfinite(each) && each > 0; });
    if (isSound)
        m_jobs[job].usual.assign(seconds.begin(), seconds.end());
}

std::optional<RestartWatch::News> RestartWatch::restart(std::uint32_t job, std::int64_t fromNs, std::int64_t toNs)
{
    Job& its = m_jobs[job];
    if (!its.endsNs.empty() && fromNs < its.endsNs.back()) {
        its.endsNs.back() = std::max(its.endsNs.back(), toNs);
        return {};
    }
    its.endsNs.push_back(toNs);
    std::erase_if(its.endsNs, [toNs](std::int64_t end) { return end < toNs - lookBackNs; });
    if (its.endsNs.size() < tooMany || its.isReported)
        return {};
    its.isReported = true;
    return News{false,
                fmt::format("restarted {} times within {} min", its.endsNs.size(),
                            (toNs - its.endsNs.front()) / 60'000'000'000 + 1)};
}

std::optional<RestartWatch::News> RestartWatch::goOn(std::uint32_t job, std::int64_t nowNs)
{
    const auto its = m_jobs.find(job);
    if (its == m_jobs.end() || !its->second.isReported || nowNs < its->second.endsNs.back() + lookBackNs)
        return {};
    its->second.isReported = false;
    return News{true, "no restart for 15 min"};
}

namespace {

constexpr std::size_t keptPaces = 200;
constexpr float maxOfStep = 0.4F; ///< of the reporting threshold, so that at least three steps must agree
constexpr float spreadsOfSlack = 1.5F;
constexpr float slacksToReport = 4;
constexpr float spreadsToReport = 8;
constexpr float maxUsualSpread = 0.5F; ///< relative to the usual value: a quantity that varies more has no usual pace

constexpr EpisodeRule paceRule{.lasts = 1, .calm = 4}; // pieces: ChangeDetector has already required a duration
/// Shorter steps are combined, because their variation does not predict the variation over longer times.
constexpr std::chrono::duration<float> shortestPiece{1};
constexpr EpisodeRule writeRule{.lasts = 1, .calm = 1}; // checkpoints
constexpr std::size_t openSteps = 64;

double secondsOfTime(TimePoint time)
{
    return std::chrono::duration<double>(time.time_since_epoch()).count();
}

std::string secondsTextOf(double seconds)
{
    return formatQuantity(seconds, Unit::Seconds);
}

void reportJob(Derived& out, const JobWatch::Job& about, TimePoint time, Severity severity, const char* code,
               const std::string& text, EventFields fields = {})
{
    fields.job = about.name;
    out.events.push_back(
        {about.entity, {time, severity, 0, code, fmt::format("{}: {}", about.name, text), std::move(fields)}});
}

Duration slowFor(const ChangeDetector& pace, TimePoint now)
{
    return durationOfSeconds(secondsOfTime(now) - pace.sinceSeconds());
}

/// Several jobs may be reported for one node.
Episodes::Key keyOf(std::uint32_t job, const JobWatch::Job& about, const char* code)
{
    return {about.entity, fmt::format("{} {}", code, job)};
}

} // namespace

void ChangeDetector::learn(float value)
{
    if (m_values.size() < keptPaces)
        m_values.push_back(value);
    else
        m_values[m_next++ % keptPaces] = value;
    if (m_values.size() >= stepsToLearn)
        summarise();
}

void ChangeDetector::summarise()
{
    std::vector<float> values = m_values;
    const RobustSummary summary = lockstep::summarise(values);
    m_usual = summary.median;
    m_spread = summary.sigma;
}

bool ChangeDetector::restore(std::span<const float> values)
{
    const bool isSound = values.size() >= stepsToLearn && values.size() <= keptPaces
        && std::ranges::all_of(values, [](float each) { return std::isfinite(each) && each >= 0; });
    if (!isSound)
        return false;
    *this = ChangeDetector(m_slack);
    m_values.assign(values.begin(), values.end());
    summarise();
    return true;
}

void ChangeDetector::add(float value, float scale, double endSeconds)
{
    if (!std::isfinite(value))
        return;
    if (std::isnan(m_usual)) {
        m_recent = value;
        learn(value);
        return;
    }
    const float against = std::isnan(scale) ? m_usual : scale;
    if (!(against > 0))
        return;
    const float spread = std::min(m_spread / against, maxUsualSpread);
    const float slack = std::max(m_slack, spreadsOfSlack * spread);
    const float toReport = std::max(slacksToReport * m_slack, spreadsToReport * spread);
    const float excess = (value - m_usual) / against;
    const bool wasWell = m_sum <= 0;
    m_sum = std::max(m_sum + std::min(excess - slack, maxOfStep * toReport), 0.0F);
    m_sum = std::min(m_sum, 1.5F * toReport);
    if (m_sum <= 0) {
        m_count = 0;
        m_isSlower = false;
    } else if (wasWell) {
        m_since = endSeconds;
        m_count = 0;
    }
    m_isSlower = m_isSlower || m_sum >= toReport;
    ++m_count;
    m_recent
        = m_count == 1 ? value : m_recent + (value - m_recent) / static_cast<float>(std::min<std::size_t>(m_count, 8));
    if (excess < slack)
        learn(value);
}

void JobWatch::add(std::uint32_t job, const SyncSpan& span)
{
    if (job == 0)
        return;
    if (span.kind == SpanKind::Checkpoint) {
        m_storage.add(job, span.step, span.startNs, span.endNs);
        return;
    }
    if (span.kind != SpanKind::Step)
        return;
    m_storage.addStep(job, span.startNs, span.endNs);
    auto& steps = m_jobs[job].steps;
    steps[span.step].push_back(static_cast<float>(span.lengthNs()) * 1e-9F);
    if (steps.size() > openSteps)
        steps.erase(steps.begin());
}

std::vector<float> JobWatch::values(std::uint32_t job) const
{
    const auto known = m_jobs.find(job);
    if (known == m_jobs.end() || known->second.stepPace.values().empty())
        return {};
    const Progress& its = known->second;
    std::vector<float> values;
    appendPart(values, std::array{static_cast<float>(its.ranks), static_cast<float>(its.lastStep)});
    appendPart(values, its.stepPace.values());
    appendPart(values, its.waitPace.values());
    appendPart(values, m_storage.usual(job));
    return values;
}

bool JobWatch::restore(std::uint32_t job, std::uint32_t step, std::span<const float> values)
{
    constexpr std::size_t parts = 4;
    const std::vector<std::span<const float>> kept = partsOf(values, parts);
    Progress& its = m_jobs[job];
    const auto ranks = its.steps.find(step);
    const bool isSameRun = kept.size() == parts && kept[0].size() == 2 && ranks != its.steps.end()
        && kept[0][0] == static_cast<float>(ranks->second.size()) && kept[0][1] <= static_cast<float>(step);
    if (!isSameRun || !its.stepPace.restore(kept[1]))
        return false;
    (void)its.waitPace.restore(kept[2]); // empty if it was not measured
    m_storage.restore(job, kept[3]);
    return true;
}

std::vector<BaselineRange> JobWatch::ranges(std::uint32_t job) const
{
    std::vector<BaselineRange> ranges;
    const auto known = m_jobs.find(job);
    if (known == m_jobs.end())
        return ranges;
    const auto add = [&ranges](const char* what, Unit unit, const ChangeDetector& pace) {
        if (!std::isnan(pace.usual()))
            ranges.push_back({what, unit, pace.usual(), pace.spread(), 0});
    };
    add("step time", Unit::Seconds, known->second.stepPace);
    add("share of GPU time spent waiting", Unit::Ratio, known->second.waitPace);
    if (std::vector<float> writes = m_storage.usual(job); !writes.empty())
        ranges.push_back({"checkpoint write time", Unit::Seconds, upperMedian(writes), noData, 0});
    return ranges;
}

void JobWatch::closeStep(std::uint32_t job, const WholeStep& step, const Job& about, Derived& out)
{
    Progress& progress = m_jobs[job];
    if (++progress.closed == 1)
        progress.entity = about.entity; // stays the same even if rank 0 moves to another node
    const Job same{about.name, progress.entity};
    if (completesPiece(progress, step)) {
        judgeStepTime(progress, job, step, same, out);
        judgeWaits(progress, job, step, same, out);
    }
    judgeStorage(progress, job, step, same, out);
}

bool JobWatch::completesPiece(Progress& progress, const WholeStep& step)
{
    if (const auto known = progress.steps.find(step.step); known != progress.steps.end()) {
        std::vector<float> seconds = std::move(known->second);
        progress.steps.erase(known);
        // A new run with a different number of ranks.
        if (step.step < progress.lastStep && seconds.size() != progress.ranks) {
            progress.stepPace = ChangeDetector(stepSlack);
            progress.waitPace = ChangeDetector(waitSlack);
        }
        progress.lastStep = step.step;
        progress.ranks = seconds.size();
        progress.stepSeconds.push_back(upperMedian(seconds));
    }
    progress.waitGpuSeconds += step.waitGpuSeconds;
    progress.gpuSeconds += step.gpuSeconds;
    const float seconds = std::reduce(progress.stepSeconds.begin(), progress.stepSeconds.end());
    if (seconds < shortestPiece.count())
        return false;
    ++progress.pieces;
    return true;
}

void JobWatch::judgeStepTime(Progress& progress, std::uint32_t job, const WholeStep& step, const Job& about,
                             Derived& out)
{
    std::vector<float> seconds = std::exchange(progress.stepSeconds, {});
    ChangeDetector& pace = progress.stepPace;
    pace.add(upperMedian(seconds), noData, secondsOfTime(step.time));
    const Episodes::Key key = keyOf(job, about, codes::jobStepTime);
    const AnalysedTick now{progress.pieces, step.time};
    const auto news = pace.isSlower() ? m_episodes.found(key, paceRule, now, Severity::Warning)
                                      : m_episodes.notFound(key, paceRule, now);
    const auto usual = static_cast<double>(pace.usual());
    if (news.isBad())
        reportJob(
            out, about, step.time, Severity::Warning, codes::jobStepTime,
            fmt::format("steps take {}, {:.1f} % longer than the baseline of {}",
                        secondsTextOf(static_cast<double>(pace.recent())), 100 * (pace.recent() / pace.usual() - 1),
                        secondsTextOf(usual)),
            {.lasted = slowFor(pace, step.time), .value = pace.recent(), .baseline = usual, .unit = Unit::Seconds});
    if (news.isOver())
        reportJob(out, about, step.time, Severity::Information, codes::jobStepTime,
                  fmt::format("step time back to baseline: {}", secondsTextOf(usual)));
}

void JobWatch::judgeWaits(Progress& progress, std::uint32_t job, const WholeStep& step, const Job& about, Derived& out)
{
    const double waited = std::exchange(progress.waitGpuSeconds, 0);
    const double gpuSeconds = std::exchange(progress.gpuSeconds, 0);
    if (!(gpuSeconds > 0))
        return;
    ChangeDetector& pace = progress.waitPace;
    pace.add(static_cast<float>(waited / gpuSeconds), 1, secondsOfTime(step.time));
    const Episodes::Key key = keyOf(job, about, codes::jobWaits);
    const AnalysedTick now{progress.pieces, step.time};
    const auto news = pace.isSlower() ? m_episodes.found(key, paceRule, now, Severity::Warning)
                                      : m_episodes.notFound(key, paceRule, now);
    if (news.isBad())
        reportJob(
            out, about, step.time, Severity::Warning, codes::jobWaits,
            fmt::format("wait loss {:.0f} % of GPU time, baseline {:.0f} %", 100 * pace.recent(), 100 * pace.usual()),
            {.lasted = slowFor(pace, step.time),
             .value = pace.recent(),
             .baseline = pace.usual(),
             .unit = Unit::Ratio});
    if (news.isOver())
        reportJob(out, about, step.time, Severity::Information, codes::jobWaits,
                  fmt::format("wait loss back to baseline: {:.0f} % of GPU time", 100 * pace.usual()));
}

void JobWatch::judgeStorage(Progress& progress, std::uint32_t job, const WholeStep& step, const Job& about,
                            Derived& out)
{
    const Episodes::Key key = keyOf(job, about, codes::storageSlow);
    while (const std::optional<StorageWait::Verdict> write = m_storage.next(job)) {
        const double sinceSeconds
            = progress.checkpoint ? static_cast<double>(write->beginNs - progress.checkpoint->endNs) * 1e-9 : 0;
        progress.checkpoint
            = Checkpoint{write->seconds, sinceSeconds > 0 ? std::optional(sinceSeconds) : std::nullopt, write->endNs};
        const AnalysedTick now{progress.closed, step.time};
        const Severity severity = write->share >= StorageWait::largestShare ? Severity::Critical : Severity::Warning;
        const auto news = write->isSlow ? m_episodes.found(key, writeRule, now, severity)
                                        : m_episodes.notFound(key, writeRule, now);
        if (news.isBad())
            reportJob(out, about, step.time, severity, codes::storageSlow,
                      fmt::format("checkpoint took {}{}", secondsTextOf(write->seconds),
                                  write->baselineSeconds > 0
                                      ? fmt::format(", baseline {}", secondsTextOf(write->baselineSeconds))
                                      : fmt::format(", {:.0f} % of the job's time", 100 * write->share)),
                      {.lasted = step.time - TimePoint(Duration(write->beginNs)),
                       .value = write->seconds,
                       .baseline = write->baselineSeconds > 0 ? std::optional(write->baselineSeconds) : std::nullopt,
                       .unit = Unit::Seconds});
        if (news.isOver())
            reportJob(out, about, step.time, Severity::Information, codes::storageSlow,
                      fmt::format("checkpoint time back to baseline: {}", secondsTextOf(write->seconds)));
    }
}

const JobWatch::Checkpoint* JobWatch::lastCheckpoint(std::uint32_t job) const
{
    const auto known = m_jobs.find(job);
    return known == m_jobs.end() || !known->second.checkpoint ? nullptr : &*known->second.checkpoint;
}

void JobWatch::forget(std::uint32_t job, TimePoint time, const std::string& name, Derived& out)
{
    const auto known = m_jobs.find(job);
    if (known == m_jobs.end())
        return;
    const Job about{name, known->second.entity};
    for (const char* code : {codes::jobStepTime, codes::jobWaits, codes::storageSlow}) {
        const Episodes::Key key = keyOf(job, about, code);
        if (m_episodes.reported(key)
            && m_episodes.notFound(key, {.lasts = 1, .calm = 1}, {known->second.closed + 1, time}).isOver())
            reportJob(out, about, time, Severity::Information, code, "the job has ended");
    }
    m_storage.forget(job);
    m_jobs.erase(known);
}

} // namespace lockstep
