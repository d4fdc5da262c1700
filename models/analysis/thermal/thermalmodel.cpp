// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/thermal/thermalmodel.h"

#include "models/analysis/thermal/thermalforecast.h"
#include "models/core/median.h"
#include "models/core/metric.h"
#include "models/core/metrics/metricnames.h"
#include "models/store/clusterstore.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <string_view>

namespace lockstep {

namespace {

constexpr std::array<std::string_view, 3> decisive{metrics::gpu::temperature, metrics::loop::flow,
                                                   metrics::sensor::temperature};

ThermalTick readTick(const ClusterStore& store, const AnalysedTick& tick, SettledTicks& settled)
{
    ThermalTick now(tick);
    now.topology = store.topology();
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

constexpr std::size_t fewestInlets = 4;
constexpr float minHeating = 3; ///< K from supply to exhaust: below it the errors of sensors dominate

constexpr float steadyPower = 0.1F; ///< relative to the power over 40 s, up or down
constexpr float steadyCoolant = 1; ///< K
// Several time constants of a GPU: seconds with a cold plate, up to a minute with a heat sink.
constexpr float settledInWater = 20;
constexpr float settledInAir = 60;
constexpr float recentPowerSeconds = 120; // longer than a GPU needs to cool down
constexpr float fewestSteady = 3; // samples, regardless of their distance
constexpr float offsetMemorySeconds = 1800;

bool isSteady(const Trend& power)
{
    return std::abs(power.level() - power.slowLevel()) < steadyPower * power.slowLevel();
}

float at(const std::vector<float>& values, std::size_t index)
{
    return index < values.size() ? values[index] : noData;
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

float supplyAir(std::span<const float> inlets)
{
    std::vector<float> known;
    std::ranges::copy_if(inlets, std::back_inserter(known), [](float inlet) { return !std::isnan(inlet); });
    return known.size() < fewestInlets ? noData : quantile(known, 0.1);
}

float recirculationIndex(float inlet, float exhaust, float supply)
{
    if (!(exhaust - supply >= minHeating))
        return noData;
    return std::clamp((inlet - supply) / (exhaust - supply), 0.0F, 1.0F);
}

void ThermalModel::step(const ThermalTick& now, Derived& out)
{
    const std::size_t gpus = now.topology->count(EntityKind::Gpu);
    if (gpus < m_gpus.size() || now.tick <= m_lastTick) {
        *this = ThermalModel(m_baselines); // another cluster, or a restart of time
    } else if (now.tick != m_lastTick + 1) {
        for (Gpu& gpu : m_gpus)
            gpu.fit.skip();
    }
    m_lastTick = now.tick;
    if (now.topology->version() != m_topologyVersion) {
        m_topologyVersion = now.topology->version();
        m_cooling = CoolingMap(*now.topology);
        m_gpus.resize(gpus);
        m_nodes.resize(m_cooling.nodes().size());
    }
    // Each metric is only added if its inputs are measured.
    out.columns.reserve(out.columns.size() + 12);
    if (!now.gpuTemperature.empty()) {
        stepGpus(now, out);
        inferCoolants(now, out);
        compareGpus(now, out);
    }
    if (!now.sensorTemperature.empty())
        stepNodes(now, out);
    if (!now.loopFlow.empty())
        m_loops.step(now, m_cooling, out);
}

void ThermalModel::stepGpus(const ThermalTick& now, Derived& out)
{
    const std::size_t count = m_gpus.size();
    auto& resistance = out.addColumn(metrics::gpu::thermalResistance, now.storeTick, count);
    auto& error = out.addColumn(metrics::gpu::thermalResistanceError, now.storeTick, count);
    auto& capacity = out.addColumn(metrics::gpu::thermalCapacity, now.storeTick, count);
    auto& steady = out.addColumn(metrics::gpu::temperatureSteady, now.storeTick, count);
    auto& timeLeft = out.addColumn(metrics::gpu::thermalTimeToLimit, now.storeTick, count);
    auto& change = out.addColumn(metrics::gpu::temperatureChange, now.storeTick, count);
    for (std::size_t node = 0; node < m_nodes.size(); ++node) {
        if (m_cooling.nodes()[node].reference() != NodeCooling::none)
            m_nodes[node].coolant.add(at(now.sensorTemperature, m_cooling.nodes()[node].reference()), now.seconds);
    }

    for (std::size_t index = 0; index < count; ++index) {
        Gpu& gpu = m_gpus[index];
        const std::uint32_t node = m_cooling.nodeOfGpu()[index];
        const bool hasNode = node != NodeCooling::none;
        const float coolant = hasNode ? at(now.sensorTemperature, m_cooling.nodes()[node].reference()) : noData;
        const float temperature = at(now.gpuTemperature, index);
        const float power = at(now.gpuPower, index);
        gpu.fit.add(temperature, coolant, power, now.seconds);
        gpu.temperature.add(temperature, now.seconds);
        gpu.power.add(power, now.seconds);
        change[index] = 60 * gpu.temperature.slope();

        const ThermalEstimate fitted = std::isnan(coolant) ? ThermalEstimate{} : gpu.fit.estimate();
        gpu.resistance.add(fitted.resistance, now.seconds);
        resistance[index] = fitted.resistance;
        error[index] = fitted.resistanceError;
        capacity[index] = fitted.capacity;
        const float meanPower = gpu.power.level();
        steady[index] = lockstep::steadyTemperature(coolant, fitted.resistance, meanPower);
        const float drift = hasNode ? m_nodes[node].coolant.slope() + meanPower * gpu.resistance.slope() : noData;
        timeLeft[index] = lockstep::timeToLimit(
            {temperature, steady[index], drift, fitted.resistance * fitted.capacity, at(now.slowdownLimit, index)});
    }
}

void ThermalModel::compareGpus(const ThermalTick& now, Derived& out)
{
    constexpr float degree = 1; // resolution of a sensor: smaller deviations are ignored
    const std::size_t count = m_gpus.size();
    auto& temperatures = out.addColumn(metrics::gpu::temperatureDeviation, now.storeTick, count);
    auto& resistances = out.addColumn(metrics::gpu::thermalResistanceDeviation, now.storeTick, count);
    std::vector<float> power(count);
    std::vector<float> temperature(count);
    std::vector<float> resistance(count);
    std::vector<float> scores(count);
    for (std::size_t index = 0; index < count; ++index) {
        // Smoothed equally, so that GPUs are comparable wherever they are in their training step.
        power[index] = m_gpus[index].power.level();
        temperature[index] = m_gpus[index].temperature.level();
        resistance[index] = m_gpus[index].resistance.level();
    }
    m_peers.compare(m_cooling.peerGroups(), power, temperature, degree, temperatures, scores);
    m_peers.compareRatios(m_cooling.peerGroups(), resistance, resistances);
    for (std::size_t index = 0; index < count; ++index)
        temperature[index] = settledRise(index, now.seconds);
    m_coolingWatch.step({now, temperature, power}, m_cooling, *now.topology, out);
}

/// The median temperature of GPUs with about the typical power of the working ones, after subtracting each GPU's usual
/// offset, so that one GPU hardly changes it. NaN: fewer than half of the GPUs have that power.
NodeMedians ThermalModel::readingOf(std::size_t node, float seconds)
{
    const std::vector<std::uint32_t>& gpus = m_cooling.gpusOfNode()[node];
    float from = 1;
    float to = std::numeric_limits<float>::max();
    const auto counts = [&](const Gpu& gpu) {
        return gpu.power.level() >= from && gpu.power.level() <= to && gpu.temperature.level() > 0;
    };
    const auto medianOf = [&](auto value) {
        m_sample.clear();
        for (const std::uint32_t gpu : gpus) {
            if (counts(m_gpus[gpu]))
                m_sample.push_back(value(m_gpus[gpu]));
        }
        return 2 * m_sample.size() >= gpus.size() ? quantile(m_sample, 0.5) : noData;
    };
    const auto power = [](const Gpu& gpu) {
        return gpu.power.level();
    };
    const float usual = medianOf(power);
    from = (1 - PeerComparison::powerReach) * usual;
    to = (1 + PeerComparison::powerReach) * usual;
    NodeMedians reading;
    reading.power = medianOf(power);
    reading.temperature = medianOf([](const Gpu& gpu) { return gpu.temperature.level() - gpu.offset; });
    for (const std::uint32_t index : gpus) {
        Gpu& gpu = m_gpus[index];
        if (!reading.isKnown() || !counts(gpu))
            continue;
        gpu.offsetSeconds = std::min(gpu.offsetSeconds + seconds, offsetMemorySeconds);
        gpu.offset += (gpu.temperature.level() - reading.temperature - gpu.offset) * seconds / gpu.offsetSeconds;
    }
    return reading;
}

/// If no sensor measures a node's cooling medium, uses the median of the node's GPUs. Deviations of one GPU are visible
/// against it; NodeHeatWatch detects common deviations.
void ThermalModel::inferCoolants(const ThermalTick& now, Derived& out)
{
    std::vector<NodeMedians> readings(m_nodes.size());
    for (std::size_t node = 0; node < m_nodes.size(); ++node) {
        const NodeCooling& cooling = m_cooling.nodes()[node];
        const bool hasSensor = cooling.reference() != NodeCooling::none;
        if ((hasSensor && cooling.isPlaced) || m_cooling.gpusOfNode()[node].empty())
            continue;
        NodeMedians& reading = readings[node] = readingOf(node, now.seconds);
        reading.hasSensor = hasSensor;
        Node& its = m_nodes[node];
        if (!hasSensor)
            its.coolant.add(reading.temperature - HeatLine::typicalSlope * reading.power, now.seconds);
        its.power.add(reading.power, now.seconds);
        if (reading.isKnown()) {
            const float share = now.seconds / (recentPowerSeconds + now.seconds);
            its.recentPower += share * (reading.power - its.recentPower);
            its.recentPower = reading.recentPower = std::max(its.recentPower, reading.power);
        }
        its.steadySeconds = isSteady(its.power) ? its.steadySeconds + now.seconds : 0;
        reading.isSteady = its.steadySeconds >= std::max(settledInAir, fewestSteady * now.seconds);
    }
    m_nodeHeat.step(now, readings, *now.topology, out);
}

/// The rise, once power and coolant have been constant for some time constants.
float ThermalModel::settledRise(std::size_t index, float seconds)
{
    const std::uint32_t node = m_cooling.nodeOfGpu()[index];
    Gpu& gpu = m_gpus[index];
    if (node == NodeCooling::none)
        return noData;
    const Trend& coolant = m_nodes[node].coolant;
    const bool isStill = isSteady(gpu.power) && std::abs(coolant.level() - coolant.slowLevel()) < steadyCoolant;
    gpu.steadySeconds = isStill ? gpu.steadySeconds + seconds : 0;
    const auto gpuIndex = static_cast<std::uint32_t>(index);
    const float settled
        = std::max(m_cooling.isLiquid(gpuIndex) ? settledInWater : settledInAir, fewestSteady * seconds);
    const bool isSettled = gpu.steadySeconds >= settled;
    // An inferred coolant is valid near the power at which it was inferred.
    const bool isComparable = m_cooling.hasReference(gpuIndex)
        || std::abs(gpu.power.level() - m_nodes[node].power.level())
            <= PeerComparison::powerReach * m_nodes[node].power.level();
    return isSettled && isComparable ? gpu.temperature.level() - coolant.level() : noData;
}

void ThermalModel::stepNodes(const ThermalTick& now, Derived& out)
{
    std::vector<float> inlets;
    for (const NodeCooling& node : m_cooling.nodes())
        inlets.push_back(at(now.sensorTemperature, node.inlet));
    const float supply = supplyAir(inlets);
    if (std::isnan(supply))
        return;
    auto& recirculation = out.addColumn(metrics::node::recirculation, now.storeTick, inlets.size());
    for (std::size_t node = 0; node < inlets.size(); ++node)
        recirculation[node]
            = recirculationIndex(inlets[node], at(now.sensorTemperature, m_cooling.nodes()[node].exhaust), supply);
    m_inletWatch.step({now, inlets, recirculation, supply}, *now.topology, out);
}

} // namespace lockstep
