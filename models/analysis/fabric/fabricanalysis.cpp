// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/fabricanalysis.h"

#include "models/core/metrics/metricnames.h"
#include "models/store/clusterstore.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <vector>

namespace lockstep {

namespace {

/// What the other has where a port does not count the first.
void fill(std::vector<float>& values, const std::vector<float>& others)
{
    values.resize(std::max(values.size(), others.size()), noData);
    for (std::size_t at = 0; at < others.size(); ++at)
        values[at] = std::isnan(values[at]) ? others[at] : values[at];
}

FabricTick readTick(const ClusterStore& store, TickIndex tick)
{
    FabricTick now;
    now.tick = tick;
    now.time = timeOfTick(tick, store.tickPeriod());
    now.seconds = std::chrono::duration<float>(store.tickPeriod()).count();
    now.topology = store.topology();
    now.transmit = copyOfColumn(store, metrics::port::transmit, tick);
    now.up = copyOfColumn(store, metrics::port::up, tick);
    now.linkDowned = copyOfColumn(store, metrics::port::linkDowned, tick);
    now.wait = copyOfColumn(store, metrics::port::transmitWait, tick);
    now.symbolErrors = copyOfColumn(store, metrics::port::symbolErrors, tick);
    now.drops = copyOfColumn(store, metrics::port::transmitDrops, tick);
    now.retransmits = copyOfColumn(store, metrics::port::retransmits, tick);
    fill(now.retransmits, copyOfColumn(store, metrics::port::linkReplays, tick)); // an NVLink sends again by itself
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
    for (TickIndex tick = ticks.from; tick < ticks.to; ++tick)
        read->push_back(readTick(store, tick));
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
