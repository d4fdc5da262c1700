// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/seams/alertcost.h"

#include "models/core/metrics/metricnames.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace lockstep {

namespace {

constexpr TickIndex usualTicks = 60; ///< before it began
constexpr TickIndex mostTicks = 60; ///< that are looked at of one stretch
constexpr TickIndex mostUsualTicks = 20;
constexpr double leastMeasured = 0.5; ///< of the ticks: a job's steps end seconds after what they tell of

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

/// How many others these GPUs kept waiting, on the average of a stretch; nullopt: too little of it was measured.
std::optional<double> meanBlame(const std::set<std::uint32_t>& gpus, TickRange ticks, TickIndex most,
                                const ColumnOf& columnOf)
{
    const TickIndex stride = std::max<TickIndex>(1, ticks.length() / most);
    double sum = 0;
    int measured = 0;
    int looked = 0;
    for (TickIndex tick = ticks.from; tick < ticks.to; tick += stride) {
        ++looked;
        const std::vector<float> blame = columnOf(metrics::gpu::syncBlame, tick);
        bool isMeasured = false;
        for (const std::uint32_t gpu : gpus) {
            if (gpu >= blame.size() || std::isnan(blame[gpu]))
                continue;
            sum += static_cast<double>(blame[gpu]);
            isMeasured = true;
        }
        measured += isMeasured ? 1 : 0;
    }
    if (looked == 0 || measured < leastMeasured * looked)
        return std::nullopt;
    return sum / measured;
}

} // namespace

std::optional<double> gpuSecondsWaited(const Alert& alert, const Topology& topology, Duration tickPeriod, TimePoint now,
                                       const ColumnOf& columnOf)
{
    std::set<std::uint32_t> gpus;
    for (const EntityRef entity : alert.entities)
        addGpusOf(topology, entity, gpus);
    const TimePoint until = std::min(now, alert.end.value_or(now));
    const TickIndex begin = tickIndexOf(alert.onset, tickPeriod);
    const TickRange ticks{begin, tickIndexOf(until, tickPeriod) + 1};
    if (gpus.empty() || ticks.isEmpty())
        return std::nullopt;
    const std::optional<double> blame = meanBlame(gpus, ticks, mostTicks, columnOf);
    if (!blame)
        return std::nullopt;
    const double usual = meanBlame(gpus, {begin - usualTicks, begin}, mostUsualTicks, columnOf).value_or(0);
    return std::max(0.0, *blame - usual) * std::chrono::duration<double>(until - alert.onset).count();
}

std::optional<double> costOf(const Alert& alert, const Topology& topology, Duration tickPeriod, TimePoint now,
                             const ColumnOf& columnOf)
{
    const std::optional<double> waited = gpuSecondsWaited(alert, topology, tickPeriod, now, columnOf);
    if (!waited || !alert.costGpuSeconds)
        return waited ? waited : alert.costGpuSeconds;
    return *waited + *alert.costGpuSeconds;
}

} // namespace lockstep
