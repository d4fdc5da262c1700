// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/fabricanalysis.h"

#include "models/core/metrics/metricnames.h"
#include "models/store/clusterstore.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace lockstep {

namespace {

/// Fills missing values with those of another counter.
void fill(std::vector<float>& values, const std::vector<float>& others)
{
    values.resize(std::max(values.size(), others.size()), noData);
    for (std::size_t at = 0; at < others.size(); ++at)
        values[at] = std::isnan(values[at]) ? others[at] : values[at];
}

constexpr std::array<std::string_view, 2> decisive{metrics::port::transmit, metrics::port::up};

FabricTick readTick(const ClusterStore& store, const AnalysedTick& tick, SettledTicks& settled)
{
    FabricTick now;
    now.tick = tick.index;
    now.time = tick.time;
    now.seconds = tick.seconds;
    now.topology = store.topology();
    now.storeTick = tick.tick;
    now.transmit = settled.column(store, metrics::port::transmit, tick);
    now.up = settled.column(store, metrics::port::up, tick);
    now.linkDowned = settled.column(store, metrics::port::linkDowned, tick);
    now.wait = settled.column(store, metrics::port::transmitWait, tick);
    now.symbolErrors = settled.column(store, metrics::port::symbolErrors, tick);
    now.drops = settled.column(store, metrics::port::transmitDrops, tick);
    now.retransmits = settled.column(store, metrics::port::retransmits, tick);
    fill(now.retransmits, settled.column(store, metrics::port::linkReplays, tick)); // NVLinks retransmit in hardware
    return now;
}

} // namespace

Analysis::Task FabricAnalysis::take(const ClusterStore& store, const ChangeSet& changes)
{
    if (changes.ticks.isEmpty() || !store.topology())
        return {};
    const TickRange ticks = m_ticks.take(store, store.topology()->count(EntityKind::Port) * 10);
    if (ticks.isEmpty())
        return {};
    auto read = std::make_shared<std::vector<FabricTick>>();
    for (const AnalysedTick& tick : m_ticks.spaced(store, ticks, decisive))
        read->push_back(readTick(store, tick, m_ticks));
    return [this, read, hasMore = m_ticks.hasMore()] {
        Result result;
        result.hasMore = hasMore;
        for (const FabricTick& tick : *read) {
            m_model.step(tick, result.derived);
            m_events.step(m_model, tick, result.derived);
        }
        return result;
    };
}

} // namespace lockstep
