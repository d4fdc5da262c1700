// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/live/synccolumns.h"

#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"

#include <utility>

namespace lockstep {

namespace {

/// Limit for a long step, such as that of a job that hung for an hour. Only its last part is written.
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

namespace {

/// Limit for a long step, of which only the last part is written.
constexpr TickIndex maxTicks = 120;
/// Number of ticks for which the sums of all jobs are kept.
constexpr std::size_t keptTicks = 128;

enum Column : std::size_t { GpuBlame, GpuWait, GpuSlowdown, NodeBlame, NodeWait, RackBlame };
constexpr std::size_t firstShared = NodeBlame;

/// By Column.
constexpr std::array metricNames{metrics::gpu::syncBlame,  metrics::gpu::syncWaitShare,  metrics::gpu::syncSlowdown,
                                 metrics::node::syncBlame, metrics::node::syncWaitShare, metrics::rack::syncBlame};

double secondsOf(Duration duration)
{
    return std::chrono::duration<double>(duration).count();
}

void mergeKnownValues(const std::vector<float>& values, std::vector<float>& into)
{
    into.resize(std::max(into.size(), values.size()), noData);
    for (std::size_t at = 0; at < values.size(); ++at)
        into[at] = std::isnan(values[at]) ? into[at] : values[at];
}

} // namespace

void SyncColumns::add(std::uint32_t job, const SyncStep& step, std::span<const std::uint32_t> lanes,
                      std::span<const FollowedLane> followed, const SyncUpdate& news)
{
    if (step.range.isEmpty())
        return;
    const TickIndex end = tickIndexOf(step.range.to - Duration(1), news.tickPeriod) + 1;
    const TickIndex from = std::max(tickIndexOf(step.range.from, news.tickPeriod), end - maxTicks);
    JobTick& own = m_jobs[job];
    for (TickIndex tick = from; tick < end; ++tick) {
        if (tick != own.tick)
            own = JobTick{.tick = tick};
        const TimePoint begins = std::max(step.range.from, timeOfTick(tick, news.tickPeriod));
        const TimePoint ends = std::min(step.range.to, timeOfTick(tick + 1, news.tickPeriod));
        addTick(own, step, secondsOf(ends - begins));
        addSums(own, lanes, followed, news);
    }
}

/// @param overlapSeconds part of the tick within the step, whose cost is spread evenly over its length
void SyncColumns::addTick(JobTick& own, const SyncStep& step, double overlapSeconds) const
{
    const std::size_t lanes = step.wait.size();
    for (auto* sums : {&own.seconds, &own.blame, &own.wait, &own.slowdown, &own.slowdownSeconds})
        sums->resize(std::max(sums->size(), lanes), 0);
    const auto seconds = static_cast<float>(overlapSeconds);
    const float part = seconds / static_cast<float>(secondsOf(step.range.length()));
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        if (std::isnan(step.wait[lane]))
            continue;
        own.seconds[lane] += seconds;
        own.blame[lane] += step.blame[lane] * part;
        // A wait that began in the previous step counts in the step of its end, but is limited to the time.
        own.wait[lane] += std::min(step.wait[lane] * part, seconds);
        if (std::isnan(step.slowdown[lane]))
            continue;
        own.slowdown[lane] += step.slowdown[lane] * seconds;
        own.slowdownSeconds[lane] += seconds;
    }
}

void SyncColumns::addSums(JobTick& own, std::span<const std::uint32_t> lanes, std::span<const FollowedLane> followed,
                          const SyncUpdate& news)
{
    const auto sumsOf = [&news](EntityKind kind) {
        return EntitySums(news.entities[static_cast<std::size_t>(kind)]);
    };
    std::array<EntitySums, metricCount> sums{sumsOf(EntityKind::Gpu),  sumsOf(EntityKind::Gpu),
                                             sumsOf(EntityKind::Gpu),  sumsOf(EntityKind::Node),
                                             sumsOf(EntityKind::Node), sumsOf(EntityKind::Rack)};
    for (std::size_t at = 0; at < own.seconds.size(); ++at) {
        if (!(own.seconds[at] > 0))
            continue;
        const FollowedLane& lane = followed[lanes[at]];
        const float blame = own.blame[at] / own.seconds[at];
        const float wait = own.wait[at] / own.seconds[at];
        if (lane.entity.kind == EntityKind::Gpu) {
            sums[GpuBlame].add(lane.entity, blame);
            sums[GpuWait].add(lane.entity, wait);
            if (own.slowdownSeconds[at] > 0)
                sums[GpuSlowdown].add(lane.entity, own.slowdown[at] / own.slowdownSeconds[at]);
        }
        sums[NodeBlame].add(lane.node, blame);
        sums[NodeWait].add(lane.node, wait);
        sums[RackBlame].add(lane.rack, blame);
    }
    auto& shared = m_shared[own.tick];
    for (std::size_t at = 0; at < sharedCount; ++at) {
        shared[at].subtract(own.reported[at]);
        shared[at].add(sums[firstShared + at]);
        own.reported[at] = std::exchange(sums[firstShared + at], shared[at]);
    }
    for (std::size_t column = 0; column < metricCount; ++column) {
        const bool isMean = column == GpuWait || column == GpuSlowdown || column == NodeWait;
        put(column, own.tick, isMean ? sums[column].means() : sums[column].sums());
    }
    while (m_shared.size() > keptTicks)
        m_shared.erase(m_shared.begin());
}

void SyncColumns::put(std::size_t metric, TickIndex tick, const std::vector<float>& values)
{
    if (values.empty())
        return;
    mergeKnownValues(values, m_new[metric][tick]);
    Latest& latest = m_latest[metric];
    latest.values.resize(std::max(latest.values.size(), values.size()), noData);
    latest.ticks.resize(latest.values.size(), tick);
    for (std::size_t at = 0; at < values.size(); ++at) {
        const bool isNewer = std::isnan(latest.values[at]) || tick >= latest.ticks[at];
        if (std::isnan(values[at]) || !isNewer)
            continue;
        latest.values[at] = values[at];
        latest.ticks[at] = tick;
    }
}

void SyncColumns::drain(Derived& derived)
{
    for (std::size_t column = 0; column < metricCount; ++column) {
        const MetricDescriptor& descriptor = *findMetric(metricNames[column]);
        for (auto& [tick, values] : m_new[column])
            derived.columns.push_back({descriptor, tick, std::move(values), {}});
        if (!m_new[column].empty())
            derived.columns.back().latest = m_latest[column].values;
        m_new[column].clear();
    }
}

} // namespace lockstep
