// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/settledticks.h"

#include "models/core/metrics/metricnames.h"
#include "models/store/clusterstore.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {
constexpr Duration longTick
    = std::chrono::seconds(5); ///< ticks of at least this period are complete as soon as all nodes have reported
constexpr std::size_t maxFloats = 400'000; ///< maximum number of values copied at once
constexpr TickIndex spacingTicks = 120; ///< number of examined ticks
constexpr TickIndex examineEvery = 16; ///< ticks
constexpr std::size_t examinedEntities = 8;
constexpr std::size_t fewestGaps = 4;
constexpr std::size_t enoughGaps = 64;

/// Typical spacing of the samples of a few entities. Uses the upper quartile, so that lost samples do not matter and
/// the longer of two alternating spacings is chosen. 0: unknown.
TickIndex typicalInterval(const ClusterStore& store, MetricId metric, TickIndex tick)
{
    std::vector<std::pair<std::size_t, TickIndex>> seen; // entity, and tick of its last examined sample
    std::vector<TickIndex> gaps;
    for (TickIndex at = tick; at >= 0 && at > tick - spacingTicks && gaps.size() < enoughGaps; --at) {
        const std::span<const float> column = store.column(metric, at);
        for (auto& [entity, after] : seen) {
            if (entity < column.size() && !std::isnan(column[entity]))
                gaps.push_back(std::exchange(after, at) - at);
        }
        for (std::size_t entity = 0; entity < column.size() && seen.size() < examinedEntities; ++entity) {
            const bool isNew = std::ranges::none_of(seen, [&](const auto& each) { return each.first == entity; });
            if (isNew && !std::isnan(column[entity]))
                seen.emplace_back(entity, at);
        }
    }
    if (gaps.size() < fewestGaps)
        return 0;
    const auto quartile = gaps.begin() + static_cast<std::ptrdiff_t>(3 * gaps.size() / 4);
    std::ranges::nth_element(gaps, quartile);
    return *quartile;
}

/// The newest tick of the store that a node's own, possibly longer, ticks cover.
TickIndex lastCoveredTick(const ClusterStore& store, EntityRef node)
{
    const NodeStatus& status = store.node(node);
    const NodeIdentity* const identity = store.topology()->identity(node);
    const Duration longer
        = identity == nullptr ? Duration() : std::max(identity->tickPeriod - store.tickPeriod(), Duration());
    return tickIndexOf(status.lastTick - status.appliedShift + longer, store.tickPeriod());
}

/// Whether a live node had reported at that time. False within a gap, whose ticks are analysed when the first node
/// reports again, and after the node's newest tick, if its data take longer or the clock of another node is ahead.
bool hadReported(const ClusterStore& store, EntityRef node, TimePoint time)
{
    const NodeStatus& status = store.node(node);
    const auto isIn = [time](const Gap& gap) {
        return gap.range.contains(time);
    };
    const bool isKnown = status.lastTick != TimePoint(); // not of a file
    const bool isAhead = isKnown && tickIndexOf(time, store.tickPeriod()) > lastCoveredTick(store, node);
    return !isAhead && std::ranges::none_of(status.gaps, isIn);
}

/// By node: 1 for nodes that report and had reported at that time, otherwise NaN. No source measures this; it is known
/// from the ticks that arrived.
std::vector<float> liveNodes(const ClusterStore& store, TimePoint time)
{
    std::vector<float> nodes(store.topology() ? store.topology()->count(EntityKind::Node) : 0, noData);
    for (std::uint32_t index = 0; index < nodes.size(); ++index) {
        const EntityRef node{EntityKind::Node, index};
        if (store.node(node).freshness == Freshness::Live && hadReported(store, node, time))
            nodes[index] = 1;
    }
    return nodes;
}

/// Whether each live node has reported that tick or a later one, or reports too rarely to do so.
bool isComplete(const ClusterStore& store, TickIndex tick)
{
    const std::size_t nodes = store.topology() ? store.topology()->count(EntityKind::Node) : 0;
    for (std::uint32_t index = 0; index < nodes; ++index) {
        const EntityRef node{EntityKind::Node, index};
        if (store.node(node).freshness == Freshness::Live && lastCoveredTick(store, node) < tick)
            return false;
    }
    return true;
}
} // namespace

TickRange SettledTicks::take(const ClusterStore& store, std::size_t floatsPerTick)
{
    const TickRange held = store.ticksToAnalyse();
    TickIndex end = held.to - settledAfter;
    if (store.tickPeriod() >= longTick) {
        while (end < held.to && isComplete(store, end))
            ++end;
    }
    if (held.isEmpty() || end <= held.from)
        return {};
    if (end < m_next - maxBehind) { // time has restarted
        m_next = 0;
        m_spacings.clear();
    }
    const auto max = static_cast<TickIndex>(
        std::clamp<std::size_t>(maxFloats / (floatsPerTick + 1), 1, static_cast<std::size_t>(maxAtOnce)));
    m_hasMore = false;
    TickRange range;
    range.from = std::max({m_next, held.from, end - maxBehind});
    range.to = std::min(end, range.from + max);
    if (range.isEmpty())
        return {};
    m_next = range.to;
    m_hasMore = range.to < end;
    return range;
}

TickIndex SettledTicks::spacing(const ClusterStore& store, MetricId metric, TickIndex tick)
{
    m_spacings.resize(std::max<std::size_t>(m_spacings.size(), metric.value + 1));
    Spacing& known = m_spacings[metric.value];
    if (known.examined >= 0 && tick / examineEvery == known.examined / examineEvery)
        return known.ticks;
    known.examined = tick;
    const TickIndex found = typicalInterval(store, metric, tick);
    // smaller changes are jitter
    if (found > 0 && (4 * found > 5 * known.ticks || 4 * found < 3 * known.ticks))
        known.ticks = found;
    return known.ticks;
}

std::vector<AnalysedTick> SettledTicks::spaced(const ClusterStore& store, TickRange ticks,
                                               std::span<const std::string_view> metrics)
{
    MetricId first;
    for (const std::string_view metric : metrics) {
        if (first = store.metrics().find(metric); first.isValid())
            break;
    }
    std::vector<AnalysedTick> spaced;
    for (TickIndex tick = ticks.from; tick < ticks.to; ++tick) {
        const TickIndex length = first.isValid() ? spacing(store, first, tick) : 1;
        if ((tick + 1) % length == 0)
            spaced.push_back({tick / length, timeOfTick(tick, store.tickPeriod()),
                              std::chrono::duration<float>(length * store.tickPeriod()).count(), tick, length});
    }
    return spaced;
}

std::vector<float> SettledTicks::column(const ClusterStore& store, std::string_view metric, const AnalysedTick& tick)
{
    if (metric == metrics::node::reported)
        return liveNodes(store, tick.time);
    const MetricId id = store.metrics().find(metric);
    std::vector<float> values = copyOfColumn(store, metric, tick.storeTick);
    const TickIndex longest = id.isValid() ? std::max(tick.length, spacing(store, id, tick.storeTick)) : 1;
    const TickIndex oldest = longest == 1 ? tick.storeTick : tick.storeTick + 1 - (3 * longest + 1) / 2;
    for (TickIndex at = tick.storeTick - 1; at >= oldest && at >= 0; --at) {
        const std::span<const float> before = store.column(id, at);
        values.resize(std::max(values.size(), before.size()), noData);
        for (std::size_t entity = 0; entity < before.size(); ++entity) {
            if (std::isnan(values[entity]))
                values[entity] = before[entity];
        }
    }
    return values;
}

std::vector<float> copyOfColumn(const ClusterStore& store, std::string_view metric, TickIndex tick)
{
    const MetricId id = store.metrics().find(metric);
    if (!id.isValid())
        return {};
    const std::span<const float> column = store.column(id, tick);
    return {column.begin(), column.end()};
}

} // namespace lockstep
