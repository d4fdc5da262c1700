// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/facility/hall.h"

#include "models/core/metrics/metricnames.h"
#include "models/core/textparts.h"
#include "models/simulation/cluster/layoutwriter.h"

#include <algorithm>
#include <cmath>

namespace lockstep::sim {

namespace {

constexpr double densityKgPerM3 = 1.16;
constexpr double airHeatCapacity = 1007; // J/(kg K)

} // namespace

Airflow::Airflow(std::span<const RackAir> racks, double supplyCelsius)
    : m_supply(supplyCelsius),
      m_left(racks.size(), -1),
      m_right(racks.size(), -1),
      m_extra(racks.size(), 0.0),
      m_inlet(racks.size(), supplyCelsius),
      m_exhaust(racks.size(), supplyCelsius),
      m_mixed(racks.size(), supplyCelsius)
{
    for (std::size_t rack = 0; rack < racks.size(); ++rack) {
        for (std::size_t other = 0; other < racks.size(); ++other) {
            if (racks[other].row != racks[rack].row)
                continue;
            if (racks[other].position + 1 == racks[rack].position)
                m_left[rack] = static_cast<std::int32_t>(other);
            else if (racks[rack].position + 1 == racks[other].position)
                m_right[rack] = static_cast<std::int32_t>(other);
        }
    }
}

double Airflow::rise(double heatWatts, double flowM3ps)
{
    return heatWatts / (std::max(flowM3ps, 1e-3) * densityKgPerM3 * airHeatCapacity);
}

void Airflow::step(std::span<const double> heatWatts, std::span<const double> flowM3ps, double seconds)
{
    const double keep = std::exp(-seconds / mixingSeconds);
    const auto excess = [this](std::int32_t rack) {
        return rack < 0 ? 0.0 : m_mixed[static_cast<std::size_t>(rack)] - m_supply;
    };
    for (std::size_t rack = 0; rack < m_inlet.size(); ++rack) {
        const double around = neighbourShare * (excess(m_left[rack]) + excess(m_right[rack]));
        // A fault adds the rack's own exhaust; shares above 0.9 would diverge.
        const double own = std::min(selfShare + m_extra[rack], 0.9) * (m_mixed[rack] - m_supply);
        m_inlet[rack] = m_supply + around + own;
        m_exhaust[rack] = m_inlet[rack] + rise(heatWatts[rack], flowM3ps[rack]);
    }
    for (std::size_t rack = 0; rack < m_mixed.size(); ++rack)
        m_mixed[rack] = m_exhaust[rack] + (m_mixed[rack] - m_exhaust[rack]) * keep;
}

namespace {

constexpr double idleFanSpeed = 0.45;
constexpr double preheatShare = 0.5; // of the front half's air that reaches the rear half unmixed

std::vector<Airflow::RackAir> rackAir(const ClusterSpec& spec)
{
    std::vector<Airflow::RackAir> racks;
    std::vector<std::string> rows;
    for (const RackSpec& rack : spec.racks) {
        auto row = std::ranges::find(rows, rack.row);
        if (row == rows.end())
            row = rows.insert(rows.end(), rack.row);
        racks.push_back({static_cast<std::uint32_t>(row - rows.begin()), rack.positionInRow});
    }
    return racks;
}

constexpr const char* loopMetrics[] = {metrics::loop::flow,
                                       metrics::loop::flowRated,
                                       metrics::loop::supplyTemperature,
                                       metrics::loop::returnTemperature,
                                       metrics::loop::pumpSpeed,
                                       metrics::loop::heat,
                                       metrics::loop::capacity,
                                       metrics::loop::electricalPower,
                                       metrics::loop::power};
} // namespace

FacilityReporter::FacilityReporter(const ClusterSpec& spec, std::uint64_t epoch, Duration period)
{
    auto identity = simulatedIdentity("facility", epoch, period, "facility management",
                                      RackPosition{"infrastructure", "facility", 1, 1});
    identity->inventory = {{"loops", !spec.loops.empty(),
                            spec.loops.empty() ? std::string("off: the cluster is cooled by air alone")
                                               : counted(spec.loops.size(), "coolant loop")}};
    m_identity = std::move(identity);

    LayoutWriter writer("facility");
    std::vector<std::uint32_t> loops;
    for (const LoopSpec& loop : spec.loops) {
        std::vector<std::string> racks;
        for (const RackSpec& rack : spec.racks) {
            if (rack.loop == loop.name)
                racks.push_back(rack.name);
        }
        loops.push_back(
            writer.addEntity(EntityKind::Loop, loop.name, EntityDescriptor::clusterScope, {}, std::move(racks)));
    }
    if (!loops.empty()) {
        for (const char* metric : loopMetrics)
            writer.addColumn(metric, loops);
    }
    m_layout = std::make_shared<const NodeLayout>(writer.take());
}

void FacilityReporter::write(const Hall& hall, std::vector<float>& values) const
{
    values.resize(m_layout->sampleCount());
    const std::size_t loops = hall.loops().size();
    for (std::size_t at = 0; at < loops; ++at) {
        const CoolantLoop& loop = hall.loops()[at];
        const double row[] = {loop.flowLpm(),       loop.spec().ratedFlowLpm,
                              loop.supplyCelsius(), loop.returnCelsius(),
                              loop.pumpSpeed(),     loop.heatWatts(),
                              loop.capacityWatts(), hall.servedPower(static_cast<std::uint32_t>(at)),
                              loop.pumpWatts()};
        for (std::size_t metric = 0; metric < std::size(row); ++metric)
            values[metric * loops + at] = static_cast<float>(row[metric]);
    }
}

std::vector<std::uint8_t> Hall::liquidGpus(const ClusterSpec& spec)
{
    std::vector<std::uint8_t> isLiquid;
    for (const NodeSpec& node : spec.nodes)
        isLiquid.insert(isLiquid.end(), spec.gpusPerNode, spec.racks[node.rack].loop.empty() ? 0 : 1);
    return isLiquid;
}

Hall::Hall(const ClusterSpec& spec)
    : m_host(spec.host),
      m_airSpec(spec.air),
      m_gpusPerNode(spec.gpusPerNode),
      m_topNodeWatts(spec.host.busyWatts + spec.gpusPerNode * spec.gpu.boardPowerWatts),
      m_air(rackAir(spec), spec.air.supplyCelsius),
      m_pumpSpeed(spec.loops.size(), 1.0),
      m_servedPower(spec.loops.size(), 0.0),
      m_loopNodes(spec.loops.size(), 0),
      m_nodePower(spec.nodes.size(), spec.host.idleWatts),
      m_fanSpeed(spec.nodes.size(), idleFanSpeed),
      m_gpuWatts(spec.nodes.size(), 0.0),
      m_airHeat(spec.racks.size(), 0.0),
      m_airVolume(spec.racks.size(), 0.0),
      m_blockage(spec.gpuCount(), 1.0F)
{
    for (const LoopSpec& loop : spec.loops)
        m_loops.emplace_back(loop);
    for (const RackSpec& rack : spec.racks) {
        const auto loop = std::ranges::find(spec.loops, rack.loop, &LoopSpec::name);
        m_loopOf.push_back(loop == spec.loops.end() ? -1 : static_cast<std::int32_t>(loop - spec.loops.begin()));
    }
    for (const NodeSpec& node : spec.nodes) {
        m_rackOf.push_back(node.rack);
        if (m_loopOf[node.rack] >= 0)
            ++m_loopNodes[static_cast<std::size_t>(m_loopOf[node.rack])];
    }
}

const CoolantLoop* Hall::loopOf(std::uint32_t node) const
{
    const std::int32_t loop = m_loopOf[m_rackOf[node]];
    return loop < 0 ? nullptr : &m_loops[static_cast<std::size_t>(loop)];
}

void Hall::gatherHeat(const GpuBank& gpus, const std::vector<float>& hostLoad)
{
    std::ranges::fill(m_airHeat, 0.0);
    std::ranges::fill(m_airVolume, 0.0);
    std::ranges::fill(m_servedPower, 0.0);
    for (std::uint32_t node = 0; node < m_rackOf.size(); ++node) {
        double watts = 0;
        for (std::uint32_t slot = 0; slot < m_gpusPerNode; ++slot)
            watts += gpus.power[node * m_gpusPerNode + slot];
        m_gpuWatts[node] = watts;
        m_nodePower[node] = watts + m_host.idleWatts + hostLoad[node] * (m_host.busyWatts - m_host.idleWatts);
        m_fanSpeed[node] = idleFanSpeed + (1 - idleFanSpeed) * std::min(1.0, m_nodePower[node] / m_topNodeWatts);
        const std::uint32_t rack = m_rackOf[node];
        const bool hasLoop = m_loopOf[rack] >= 0;
        m_airHeat[rack] += m_nodePower[node] * (hasLoop ? 1 - m_airSpec.liquidCaptureRatio : 1.0);
        m_airVolume[rack] += m_airSpec.nodeFlowM3ps * m_fanSpeed[node];
        if (hasLoop)
            m_servedPower[static_cast<std::size_t>(m_loopOf[rack])] += m_nodePower[node];
    }
}

// Coolant passes two GPUs in series: the front half of a node's slots warms the coolant for the rear half.
void Hall::coolGpus(GpuBank& gpus)
{
    for (std::uint32_t node = 0; node < m_rackOf.size(); ++node) {
        const std::int32_t at = m_loopOf[m_rackOf[node]];
        double front = inlet(node);
        double rear
            = front + preheatShare * Airflow::rise(m_gpuWatts[node] / 2, m_airSpec.nodeFlowM3ps * m_fanSpeed[node]);
        double flowRatio = 1;
        if (at >= 0) {
            const CoolantLoop& loop = m_loops[static_cast<std::size_t>(at)];
            front = loop.supplyCelsius();
            rear = front + m_gpuWatts[node] / 2 / (loop.capacityRate() / m_loopNodes[static_cast<std::size_t>(at)]);
            flowRatio = loop.flowLpm() / loop.spec().ratedFlowLpm;
        }
        const double plate = at >= 0 ? coldPlateResistanceRatio(flowRatio) : 1.0;
        for (std::uint32_t slot = 0; slot < m_gpusPerNode; ++slot) {
            const std::uint32_t gpu = node * m_gpusPerNode + slot;
            gpus.coolant[gpu] = static_cast<float>(slot < (m_gpusPerNode + 1) / 2 ? front : rear);
            gpus.setResistanceRatio(gpu, plate * m_blockage[gpu]);
        }
    }
}

void Hall::step(GpuBank& gpus, const std::vector<float>& hostLoad, double seconds)
{
    gatherHeat(gpus, hostLoad);
    m_air.step(m_airHeat, m_airVolume, seconds);
    for (std::size_t loop = 0; loop < m_loops.size(); ++loop)
        m_loops[loop].step(m_servedPower[loop] * m_airSpec.liquidCaptureRatio, m_pumpSpeed[loop], seconds);
    coolGpus(gpus);
}

} // namespace lockstep::sim
