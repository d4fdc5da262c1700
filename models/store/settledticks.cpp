// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/settledticks.h"

#include "models/store/clusterstore.h"

#include <algorithm>

namespace lockstep {

namespace {
constexpr std::size_t maxFloats = 400'000; ///< copied at once
}

TickRange SettledTicks::take(const ClusterStore& store, std::size_t floatsPerTick)
{
    const TickRange held = store.ticksToAnalyse();
    const TickIndex end = held.to - settledAfter;
    if (held.isEmpty() || end <= held.from)
        return {};
    if (end < m_next - maxBehind)
        m_next = 0; // time has begun anew
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

std::vector<float> copyOfColumn(const ClusterStore& store, std::string_view metric, TickIndex tick)
{
    const MetricId id = store.metrics().find(metric);
    if (!id.isValid())
        return {};
    const std::span<const float> column = store.column(id, tick);
    return {column.begin(), column.end()};
}

} // namespace lockstep
