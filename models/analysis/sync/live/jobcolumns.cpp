// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/live/jobcolumns.h"

#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {

/// Limit for a long step, such as that of a job that hung for an hour: only its last part is written.
constexpr TickIndex maxTicksOfStretch = 3600;

enum JobColumn : std::size_t {
    GoodputShare,
    WaitShare,
    CheckpointShare,
    RestartShare,
    IdleShare,
    UnknownShare,
    StepTime,
    StepReached,
    Gpus,
    Restarts,
    CheckpointTime,
    CheckpointInterval,
    RestoreTime,
    RestoreBandwidth,
    ExposedBandwidth
};

/// By JobColumn.
constexpr std::array jobMetricNames{metrics::job::goodput,
                                    metrics::job::waitShare,
                                    metrics::job::checkpointShare,
                                    metrics::job::restartShare,
                                    metrics::job::idleShare,
                                    metrics::job::unknownShare,
                                    metrics::job::stepTime,
                                    metrics::job::step,
                                    metrics::job::gpus,
                                    metrics::job::restarts,
                                    metrics::job::checkpointTime,
                                    metrics::job::checkpointInterval,
                                    metrics::job::restoreTime,
                                    metrics::job::restoreBandwidth,
                                    metrics::job::exposedBandwidth};

double lengthOf(TimeRange range)
{
    return std::chrono::duration<double>(range.length()).count();
}

} // namespace

void JobColumns::setFigures(Job& job, const SyncStep& step, const JobFigures& figures, Values& values)
{
    // A late part of an earlier step is a separate piece, not a restart.
    const bool isPiece = std::isnan(step.seconds) && step.run == job.run;
    job.reached = isPiece ? std::max(job.reached, step.step) : step.step;
    job.run = step.run;
    const auto set = [&values](JobColumn column, double value) {
        if (!std::isnan(value))
            values[column] = static_cast<float>(value);
    };
    set(StepTime, step.seconds);
    if (job.reached > 0 || !std::isnan(step.seconds))
        set(StepReached, job.reached);
    set(Gpus, static_cast<double>(step.account.ranks));
    set(Restarts, step.run);
    set(CheckpointTime, figures.checkpointSeconds);
    set(CheckpointInterval, figures.checkpointIntervalSeconds);
    set(RestoreTime, figures.restoreSeconds);
    set(RestoreBandwidth, figures.restoreBandwidth);
    if (const double exposed = step.account.of(TimeClass::Transfer); figures.bytes > 0 && exposed > 0)
        set(ExposedBandwidth, figures.bytes / exposed);
}

void JobColumns::add(EntityRef job, const SyncStep& step, const JobFigures& figures, Duration tickPeriod,
                     std::size_t jobs)
{
    const TimeRange wall = step.account.wall;
    if (job.kind != EntityKind::Job || job.index >= jobs || wall.isEmpty() || step.account.ranks == 0)
        return;
    const double whole = lengthOf(wall) * static_cast<double>(step.account.ranks);
    const TickIndex end = tickIndexOf(wall.to - Duration(1), tickPeriod) + 1;
    const TickIndex from = std::max(tickIndexOf(wall.from, tickPeriod), end - maxTicksOfStretch);
    Values fresh;
    fresh.fill(noData);
    Job& known = m_jobs[job.index];
    setFigures(known, step, figures, fresh);
    JobTick& own = known.newest;
    for (TickIndex tick = from; tick < end; ++tick) {
        if (tick != own.tick)
            own = JobTick{.tick = tick};
        const double seconds = lengthOf(
            {std::max(wall.from, timeOfTick(tick, tickPeriod)), std::min(wall.to, timeOfTick(tick + 1, tickPeriod))});
        own.seconds += seconds;
        for (std::size_t at = 0; at < timeClassCount; ++at)
            own.shares[at] += step.account.gpuSeconds[at] / whole * seconds;
        own.values = fresh;
        put(job.index, own, jobs);
    }
}

void JobColumns::put(std::uint32_t job, const JobTick& own, std::size_t jobs)
{
    Values values = own.values;
    const auto share = [&own](TimeClass timeClass) {
        return static_cast<float>(own.shares[static_cast<std::size_t>(timeClass)] / own.seconds);
    };
    values[GoodputShare] = share(TimeClass::Compute) + share(TimeClass::Transfer);
    values[WaitShare] = share(TimeClass::Wait);
    values[CheckpointShare] = share(TimeClass::Checkpoint);
    values[RestartShare] = share(TimeClass::Restart);
    values[IdleShare] = share(TimeClass::Idle);
    values[UnknownShare] = share(TimeClass::Unknown);
    for (std::size_t column = 0; column < metricCount; ++column) {
        if (std::isnan(values[column]))
            continue;
        std::vector<float>& row = m_new[column][own.tick];
        row.resize(std::max(row.size(), jobs), noData);
        row[job] = values[column];
        m_latest[column].resize(std::max(m_latest[column].size(), jobs), noData);
        m_latest[column][job] = values[column];
    }
}

void JobColumns::drain(Derived& derived)
{
    for (std::size_t column = 0; column < metricCount; ++column) {
        const MetricDescriptor& descriptor = *findMetric(jobMetricNames[column]);
        for (auto& [tick, values] : m_new[column])
            derived.columns.push_back({descriptor, tick, std::move(values), {}});
        if (!m_new[column].empty())
            derived.columns.back().latest = m_latest[column];
        m_new[column].clear();
    }
}

} // namespace lockstep
