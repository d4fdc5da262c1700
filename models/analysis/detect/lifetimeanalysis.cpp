// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/lifetimeanalysis.h"

#include "models/analysis/detect/baseline/placetext.h"
#include "models/core/metrics/flags.h"
#include "models/core/metrics/limits.h"
#include "models/store/clusterstore.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace lockstep {

void LifetimeWatch::step(TickIndex tick, TimePoint time, const Topology& topology, const MetricDescriptor& metric,
                         std::span<const float> values, Derived& out)
{
    Known& known = m_known[metric.name];
    if (values.size() < known.counts.size())
        known = {}; // another cluster: restart
    known.counts.resize(values.size());
    std::vector<std::uint32_t> jumping;
    for (std::uint32_t at = 0; at < values.size(); ++at) {
        Count& count = known.counts[at];
        if (std::isnan(values[at]))
            continue;
        if (metric.entityKind == EntityKind::Port && jumps(count, values[at], time))
            jumping.push_back(at);
        if (std::exchange(count.isSeen, true) || !severityOf(metric, values[at]))
            continue;
        known.large.push_back(at);
        if (!known.gatheringSince)
            known.gatheringSince = tick;
    }
    if (!jumping.empty())
        reportJumps(jumping, known, time, topology, metric, values, out);
    if (!known.gatheringSince || tick - *known.gatheringSince < gatheredTicks)
        return;
    known.gatheringSince.reset();
    reportLarge(known, time, topology, metric, values, out);
}

/// Whether the count has grown by more than usual since the day began, for the first time that day.
bool LifetimeWatch::jumps(Count& count, float value, TimePoint time)
{
    const bool isReset = value < count.atBegin;
    if (std::isnan(count.atBegin) || isReset || time >= count.begun + day) {
        const bool isWholeDay = !isReset && !std::isnan(count.atBegin) && time < count.begun + 2 * day;
        if (isWholeDay && !count.isReported)
            count.usual = std::isnan(count.usual) ? value - count.atBegin : (count.usual + value - count.atBegin) / 2;
        count.begun = isWholeDay ? count.begun + day : time;
        count.atBegin = value;
        count.isReported = false;
        return false;
    }
    const float grown = value - count.atBegin;
    const bool hasJumped = !count.isReported && grown >= count.usual + jump && grown >= baselineFactor * count.usual;
    count.isReported |= hasJumped;
    return hasJumped;
}

void LifetimeWatch::reportJumps(std::span<const std::uint32_t> jumping, const Known& known, TimePoint time,
                                const Topology& topology, const MetricDescriptor& metric, std::span<const float> values,
                                Derived& out)
{
    const auto grown = [&](std::uint32_t at) {
        return values[at] - known.counts[at].atBegin;
    };
    const std::uint32_t worst = *std::ranges::max_element(jumping, {}, grown);
    const EntityRef ref{metric.entityKind, worst};
    if (!topology.contains(ref))
        return;
    const double hours = std::chrono::duration<double, std::ratio<3600>>(time - known.counts[worst].begun).count();
    const std::string others = jumping.size() == 1 ? "" : fmt::format("\n{} more affected", jumping.size() - 1);
    out.events.push_back(
        {ref,
         {time,
          Severity::Warning,
          0,
          code,
          fmt::format("{}: {} grew by {:.0f} in {:.1f} h, baseline {:.0f} per day{}", placeText(topology, ref),
                      metric.title, grown(worst), hours, known.counts[worst].usual, others),
          {.value = grown(worst), .baseline = known.counts[worst].usual}}});
}

void LifetimeWatch::reportLarge(Known& known, TimePoint time, const Topology& topology, const MetricDescriptor& metric,
                                std::span<const float> values, Derived& out)
{
    const std::vector<std::uint32_t> large = std::exchange(known.large, {});
    const std::uint32_t worst = *std::ranges::max_element(
        large, [&](std::uint32_t a, std::uint32_t b) { return isWorse(metric, values[b], values[a]); });
    const EntityRef ref{metric.entityKind, worst};
    const auto severity = severityOf(metric, values[worst]);
    if (!severity || !topology.contains(ref))
        return;
    const std::string others = large.size() == 1
        ? ""
        : fmt::format("\n{} more at or above {}", large.size() - 1,
                      formatValue(metric, metric.warning.value_or(values[worst])));
    out.events.push_back({ref,
                          {time, *severity, 0, code,
                           fmt::format("{}: {} {}{}", placeText(topology, ref), metric.title,
                                       formatValue(metric, values[worst]), others)}});
}

Analysis::Task LifetimeAnalysis::take(const ClusterStore& store, const ChangeSet& changes)
{
    if (changes.ticks.isEmpty() || !store.topology())
        return {};
    using Column = std::pair<MetricDescriptor, std::vector<float>>;
    auto columns = std::make_shared<std::vector<Column>>();
    const TickRange ticks = m_ticks.take(store, 0);
    const TickIndex newest = ticks.to - 1; // counts only grow, so the newest tick suffices
    for (std::uint32_t id = 0; !ticks.isEmpty() && id < store.metrics().size(); ++id) {
        const MetricDescriptor& metric = store.metrics().descriptor(MetricId{id});
        if (metric.kind == MetricKind::Counter && metric.warning && metric.derivation.empty())
            columns->emplace_back(metric, copyOfColumn(store, metric.name, newest));
    }
    if (columns->empty())
        return {};
    return [this, columns, newest, time = timeOfTick(newest, store.tickPeriod()), topology = store.topology()] {
        Result result;
        for (const auto& [metric, values] : *columns)
            m_watch.step(newest, time, *topology, metric, values, result.derived);
        return result;
    };
}

} // namespace lockstep
