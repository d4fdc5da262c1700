// SPDX-License-Identifier: GPL-3.0-or-later
// What SyncFollower says in columns: metrics like any other.
#include "models/synclive/syncfollower.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

/// A step that lasted longer is drawn for its last part only.
constexpr TickIndex mostTicks = 120;

MetricDescriptor metric(const char* name, const char* title, Unit unit, EntityKind kind)
{
    MetricDescriptor descriptor;
    descriptor.name = name;
    descriptor.title = title;
    descriptor.unit = unit;
    descriptor.entityKind = kind;
    descriptor.direction = Direction::HighIsBad;
    return descriptor;
}

MetricDescriptor waitShare(EntityKind kind)
{
    MetricDescriptor descriptor
        = metric(kind == EntityKind::Gpu ? "gpu.sync.wait_share" : "node.sync.wait_share",
                 kind == EntityKind::Gpu ? "Share of time spent waiting" : "Share of its ranks' time spent waiting",
                 Unit::Ratio, kind);
    descriptor.fullScale = 1.0F;
    return descriptor;
}

MetricDescriptor blame(EntityKind kind)
{
    return metric(kind == EntityKind::Gpu        ? "gpu.sync.blame"
                      : kind == EntityKind::Node ? "node.sync.blame"
                                                 : "rack.sync.blame",
                  "GPUs kept waiting by it", Unit::None, kind);
}

MetricDescriptor slowdown()
{
    MetricDescriptor descriptor
        = metric("gpu.sync.slowdown", "Compute time relative to its peers", Unit::Ratio, EntityKind::Gpu);
    descriptor.warning = 1.05F;
    return descriptor;
}

/// Values of one kind of entity; NaN until one is added.
class Column
{
public:
    explicit Column(std::size_t size) : m_values(size, noData), m_counts(size, 0) { }

    void add(EntityRef entity, float value)
    {
        if (!entity.isValid() || entity.index >= m_values.size() || std::isnan(value))
            return;
        float& place = m_values[entity.index];
        place = std::isnan(place) ? value : place + value;
        ++m_counts[entity.index];
    }
    [[nodiscard]] std::vector<float> sums() const { return m_values; }
    [[nodiscard]] std::vector<float> means() const
    {
        std::vector<float> means = m_values;
        for (std::size_t at = 0; at < means.size(); ++at)
            means[at] /= static_cast<float>(std::max(m_counts[at], 1U));
        return means;
    }

private:
    std::vector<float> m_values;
    std::vector<unsigned> m_counts;
};

} // namespace

void SyncFollower::addColumns(std::uint32_t job, const JobTracker& tracker, const SyncNews& news, Derived& derived)
{
    std::size_t& told = m_toldSteps[job];
    const auto steps = tracker.stepsSince(told);
    told = tracker.closedSteps();
    for (const auto& step : steps)
        addStep(*step, tracker.lanes(), news, derived);
}

void SyncFollower::addStep(const SyncStep& step, const std::vector<std::uint32_t>& lanes, const SyncNews& news,
                           Derived& derived)
{
    const auto countOf = [&news](EntityKind kind) {
        return news.entities[static_cast<std::size_t>(kind)];
    };
    Column gpuBlame(countOf(EntityKind::Gpu));
    Column gpuWait(countOf(EntityKind::Gpu));
    Column gpuSlowdown(countOf(EntityKind::Gpu));
    Column nodeBlame(countOf(EntityKind::Node));
    Column nodeWait(countOf(EntityKind::Node));
    Column rackBlame(countOf(EntityKind::Rack));
    const auto seconds = static_cast<float>(std::chrono::duration<double>(step.range.length()).count());
    if (!(seconds > 0))
        return;
    for (std::size_t own = 0; own < step.wait.size(); ++own) {
        const FollowedLane& lane = m_lanes[lanes[own]];
        const float share = std::min(step.wait[own] / seconds, 1.0F);
        if (lane.entity.kind == EntityKind::Gpu) {
            gpuBlame.add(lane.entity, step.blame[own] / seconds);
            gpuWait.add(lane.entity, share);
            gpuSlowdown.add(lane.entity, step.slowdown[own]);
        }
        nodeBlame.add(lane.node, step.blame[own] / seconds);
        nodeWait.add(lane.node, share);
        rackBlame.add(lane.rack, step.blame[own] / seconds);
    }
    const TickIndex to = tickIndexOf(step.range.to, news.tickPeriod);
    const TickIndex from = std::max(tickIndexOf(step.range.from, news.tickPeriod), to - mostTicks);
    const TickRangeOfStep ticks{from, std::max(to, from + 1)};
    hold(blame(EntityKind::Gpu), gpuBlame.sums(), ticks, derived);
    hold(waitShare(EntityKind::Gpu), gpuWait.means(), ticks, derived);
    hold(slowdown(), gpuSlowdown.means(), ticks, derived);
    hold(blame(EntityKind::Node), nodeBlame.sums(), ticks, derived);
    hold(waitShare(EntityKind::Node), nodeWait.means(), ticks, derived);
    hold(blame(EntityKind::Rack), rackBlame.sums(), ticks, derived);
}

/// The value of a step holds for all ticks that it lasted. The last of them also repeats what was said of other jobs'
/// entities, because it becomes the newest value of all.
void SyncFollower::hold(const MetricDescriptor& metric, const std::vector<float>& values, TickRangeOfStep ticks,
                        Derived& derived)
{
    if (values.empty())
        return;
    std::vector<float>& latest = m_latest[metric.name];
    latest.resize(values.size(), noData);
    for (std::size_t at = 0; at < values.size(); ++at)
        latest[at] = std::isnan(values[at]) ? latest[at] : values[at];
    for (TickIndex tick = ticks.from; tick < ticks.to; ++tick)
        derived.columns.push_back({metric, tick, tick + 1 == ticks.to ? latest : values});
}

} // namespace lockstep
