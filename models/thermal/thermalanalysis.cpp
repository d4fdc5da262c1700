// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/thermal/thermalanalysis.h"

#include "models/store/clusterstore.h"

#include <memory>

namespace lockstep {

namespace {

ThermalTick readTick(const ClusterStore& store, TickIndex tick)
{
    ThermalTick now;
    now.tick = tick;
    now.time = timeOfTick(tick, store.tickPeriod());
    now.seconds = std::chrono::duration<float>(store.tickPeriod()).count();
    now.topology = store.topology();
    now.gpuTemperature = copyOfColumn(store, "gpu.temperature", tick);
    now.gpuPower = copyOfColumn(store, "gpu.power", tick);
    now.slowdownLimit = copyOfColumn(store, "gpu.temperature.slowdown_limit", tick);
    now.sensorTemperature = copyOfColumn(store, "sensor.temperature", tick);
    now.nodePower = copyOfColumn(store, "node.power", tick);
    now.loopFlow = copyOfColumn(store, "loop.flow", tick);
    now.loopRatedFlow = copyOfColumn(store, "loop.flow.rated", tick);
    now.loopSupply = copyOfColumn(store, "loop.supply_temperature", tick);
    now.loopReturn = copyOfColumn(store, "loop.return_temperature", tick);
    now.loopPower = copyOfColumn(store, "loop.electrical_power", tick);
    if (const MetricId returned = store.metrics().find("loop.return_temperature"); returned.isValid())
        now.returnLimit = store.metrics().descriptor(returned).critical.value_or(noData);
    return now;
}

} // namespace

Analysis::Task ThermalAnalysis::take(const ClusterStore& store, const ChangeSet& changes)
{
    if (changes.ticks.isEmpty() || !store.topology())
        return {};
    const Topology& topology = *store.topology();
    const TickRange ticks
        = m_ticks.take(store, topology.count(EntityKind::Gpu) * 3 + topology.count(EntityKind::Sensor));
    if (ticks.isEmpty())
        return {};
    auto read = std::make_shared<std::vector<ThermalTick>>();
    for (TickIndex tick = ticks.from; tick < ticks.to; ++tick)
        read->push_back(readTick(store, tick));
    return [this, read, hasMore = m_ticks.hasMore()] {
        Result result;
        result.hasMore = hasMore;
        for (const ThermalTick& tick : *read)
            m_model.step(tick, result.derived);
        return result;
    };
}

} // namespace lockstep
