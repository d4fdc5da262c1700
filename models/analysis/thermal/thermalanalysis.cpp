// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/thermal/thermalanalysis.h"

#include "models/core/metrics/metricnames.h"
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
    now.gpuTemperature = copyOfColumn(store, metrics::gpu::temperature, tick);
    now.gpuPower = copyOfColumn(store, metrics::gpu::power, tick);
    now.slowdownLimit = copyOfColumn(store, metrics::gpu::temperatureSlowdownLimit, tick);
    now.sensorTemperature = copyOfColumn(store, metrics::sensor::temperature, tick);
    now.nodePower = copyOfColumn(store, metrics::node::power, tick);
    now.loopFlow = copyOfColumn(store, metrics::loop::flow, tick);
    now.loopRatedFlow = copyOfColumn(store, metrics::loop::flowRated, tick);
    now.loopSupply = copyOfColumn(store, metrics::loop::supplyTemperature, tick);
    now.loopReturn = copyOfColumn(store, metrics::loop::returnTemperature, tick);
    now.loopPower = copyOfColumn(store, metrics::loop::electricalPower, tick);
    now.loopPumpSpeed = copyOfColumn(store, metrics::loop::pumpSpeed, tick);
    now.loopPumpPower = copyOfColumn(store, metrics::loop::pumpPower, tick);
    now.loopPressure = copyOfColumn(store, metrics::loop::pressure, tick);
    if (const MetricId returned = store.metrics().find(metrics::loop::returnTemperature); returned.isValid())
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
