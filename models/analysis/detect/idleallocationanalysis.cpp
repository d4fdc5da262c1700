// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/idleallocationanalysis.h"

#include "models/core/metrics/metricnames.h"
#include "models/store/clusterstore.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <memory>
#include <string_view>

namespace lockstep {

namespace {
constexpr std::array<std::string_view, 1> paceOfLooks{metrics::gpu::memoryUsed};
}

void IdleAllocationAnalysis::findLanes(const ClusterStore& store)
{
    if (store.spans().generation() != m_generation) {
        m_generation = store.spans().generation();
        m_knownLanes = 0;
        m_lanes.clear();
    }
    for (; m_knownLanes < store.spans().lanes().size(); ++m_knownLanes) {
        if (isAllocationLane(store, m_knownLanes))
            m_lanes.emplace_back(m_knownLanes, store.spans().lanes()[m_knownLanes].entity.index);
    }
}

Analysis::Task IdleAllocationAnalysis::take(const ClusterStore& store, const ChangeSet& changes)
{
    const MetricId allocated = store.metrics().find(metrics::node::gpusAllocated);
    if (changes.ticks.isEmpty() || !store.topology() || !allocated.isValid())
        return {};
    const std::size_t gpus = store.topology()->count(EntityKind::Gpu);
    const TickRange ticks = m_ticks.take(store, gpus);
    if (ticks.isEmpty())
        return {};
    findLanes(store);
    auto looks = std::make_shared<std::vector<AllocationTick>>();
    for (const AnalysedTick& tick : m_ticks.spaced(store, ticks, paceOfLooks)) {
        const auto due = static_cast<std::size_t>(
            std::ceil(static_cast<float>(m_lanes.size()) * std::min(1.0F, tick.seconds / roundSeconds)));
        for (std::size_t at = 0; at < due; ++at, ++m_nextLane) {
            const auto& [lane, node] = m_lanes[m_nextLane % m_lanes.size()];
            m_held.emplace_back(node, holdingsAt(store, lane, tick.time));
        }
        m_sinceLook += tick.seconds;
        if (m_sinceLook < lookSeconds)
            continue;
        AllocationTick look{tick.index, tick.time, m_sinceLook, store.topology(), {}, {}, {}, {}, std::move(m_held)};
        look.memoryUsed = m_ticks.column(store, metrics::gpu::memoryUsed, tick);
        look.memoryTotal = m_ticks.column(store, metrics::gpu::memoryTotal, tick);
        look.utilisation = m_ticks.column(store, metrics::gpu::utilisation, tick);
        look.allocated = m_ticks.column(store, metrics::node::gpusAllocated, tick);
        looks->push_back(std::move(look));
        m_held.clear();
        m_sinceLook = 0;
    }
    if (looks->empty() && !m_ticks.hasMore())
        return {};
    return [this, looks, hasMore = m_ticks.hasMore()] {
        Result result;
        result.hasMore = hasMore;
        for (const AllocationTick& look : *looks) {
            if (look.tick <= m_lastTick)
                m_watch = IdleAllocationWatch(); // time has begun anew
            m_lastTick = look.tick;
            m_watch.step(look, result.derived);
        }
        return result;
    };
}

} // namespace lockstep
