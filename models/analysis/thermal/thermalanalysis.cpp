// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/thermal/thermalanalysis.h"

#include "models/core/metrics/metricnames.h"
#include "models/store/clusterstore.h"

#include <array>
#include <memory>
#include <string_view>

namespace lockstep {

namespace {

constexpr std::array<std::string_view, 3> decisive{metrics::gpu::temperature, metrics::loop::flow,
                                                   metrics::sensor::temperature};

ThermalTick readTick(const ClusterStore& store, const AnalysedTick& tick, SettledTicks& settled)
{
    ThermalTick now;
    now.tick = tick.index;
    now.time = tick.time;
    now.seconds = tick.seconds;
    now.topology = store.topology();
    now.storeTick = tick.tick;
    now.gpuTemperature = settled.column(store, metrics::gpu::temperature, tick);
    now.gpuPower = settled.column(store, metrics::gpu::power, tick);
    now.slowdownLimit = settled.column(store, metrics::gpu::temperatureSlowdownLimit, tick);
    now.sensorTemperature = settled.column(store, metrics::sensor::temperature, tick);
    now.nodePower = settled.column(store, metrics::node::power, tick);
    now.loopFlow = settled.column(store, metrics::loop::flow, tick);
    now.loopRatedFlow = settled.column(store, metrics::loop::flowRated, tick);
    now.loopSupply = settled.column(store, metrics::loop::supplyTemperature, tick);
    now.loopReturn = settled.column(store, metrics::loop::returnTemperature, tick);
    now.loopPower = settled.column(store, metrics::loop::electricalPower, tick);
    now.loopPumpSpeed = settled.column(store, metrics::loop::pumpSpeed, tick);
    now.loopPumpPower = settled.column(store, metrics::loop::pumpPower, tick);
    now.loopPressure = settled.column(store, metrics::loop::pressure, tick);
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
    for (const AnalysedTick& tick : m_ticks.spaced(store, ticks, decisive))
        read->push_back(readTick(store, tick, m_ticks));
    return [this, read, hasMore = m_ticks.hasMore()] {
        Result result;
        result.hasMore = hasMore;
        for (const ThermalTick& tick : *read)
            m_model.step(tick, result.derived);
        return result;
    };
}

} // namespace lockstep
