// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/nodereporter.h"

#include "models/core/metrics/metricnames.h"
#include "models/core/textparts.h"
#include "models/simulation/cluster/layoutwriter.h"
#include "models/simulation/fabric/fabricreporter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace lockstep::sim {

namespace {

constexpr const char* gpuMetrics[] = {metrics::gpu::temperature,
                                      metrics::gpu::memoryTemperature,
                                      metrics::gpu::power,
                                      metrics::gpu::powerLimit,
                                      metrics::gpu::clockSm,
                                      metrics::gpu::clockMemory,
                                      metrics::gpu::throttleReasons,
                                      metrics::gpu::throttled,
                                      metrics::gpu::utilisation,
                                      metrics::gpu::memoryUtilisation,
                                      metrics::gpu::memoryUsed,
                                      metrics::gpu::memoryTotal,
                                      metrics::gpu::eccCorrected,
                                      metrics::gpu::eccUncorrected,
                                      metrics::gpu::nvlinkTransmit,
                                      metrics::gpu::nvlinkReceive,
                                      metrics::gpu::nvlinkErrors,
                                      metrics::gpu::pcieTransmit,
                                      metrics::gpu::pcieReceive,
                                      metrics::gpu::pcieReplays,
                                      metrics::gpu::temperatureSlowdownLimit,
                                      metrics::gpu::temperatureShutdownLimit,
                                      metrics::gpu::smActivity,
                                      metrics::gpu::tensorActivity};
constexpr const char* portMetrics[] = {metrics::port::transmit,
                                       metrics::port::receive,
                                       metrics::port::utilisation,
                                       metrics::port::utilisationPeak,
                                       metrics::port::rate,
                                       metrics::port::up,
                                       metrics::port::transmitWait,
                                       metrics::port::congestionMarks,
                                       metrics::port::pauses,
                                       metrics::port::retransmits,
                                       metrics::port::symbolErrors,
                                       metrics::port::linkDowned,
                                       metrics::port::transmitDrops,
                                       metrics::port::rdmaAckTimeouts,
                                       metrics::port::rdmaOutOfSequence};
constexpr const char* hostMetrics[] = {metrics::node::power, metrics::node::cpuUtilisation, metrics::node::cpuIowait,
                                       metrics::node::memoryUsed, metrics::node::memoryUtilisation};
constexpr const char* jobMetrics[]
    = {metrics::job::stepsTotal, metrics::job::tokensPerStep, metrics::job::samplesPerStep, metrics::job::flopsPerStep,
       metrics::job::peakFlops};
constexpr float memoryUsedShare = 0.35F; // of the host's memory, by a training job's processes and caches

constexpr float gibi = 1024.0F * 1024.0F * 1024.0F;
constexpr float tensorShareOfCompute = 0.46F; // tensor pipes active while dense kernels run (MFU near 40 %)
constexpr float smShareOfCompute = 0.82F;
constexpr float smShareOfCommunication = 0.12F; // collectives occupy a few SMs

float wholeDegrees(float celsius)
{
    return static_cast<float>(static_cast<int>(celsius + 0.5F));
}

float wholePercent(float ratio)
{
    return static_cast<float>(static_cast<int>(100 * std::clamp(ratio, 0.0F, 1.0F) + 0.5F)) / 100;
}

} // namespace

NodeReporter::NodeReporter(const ClusterSpec& spec, const FatTree& tree, std::uint64_t epoch, Duration period)
    : m_spec(spec), m_tree(tree), m_gpus(spec.gpusPerNode), m_nics(spec.fabric.nicsPerNode)
{
    // By loop and leaf, in which layouts differ.
    std::map<std::pair<std::string, std::uint32_t>, std::shared_ptr<const NodeLayout>> layouts;
    for (std::uint32_t at = 0; at < spec.nodes.size(); ++at) {
        const NodeSpec& node = spec.nodes[at];
        const RackSpec& rack = spec.racks[node.rack];
        auto& layout = layouts[{rack.loop, at / tree.nodesPerLeaf}];
        if (!layout)
            layout = makeLayout(at, rack.loop);
        m_layouts.push_back(layout);

        auto identity = simulatedIdentity(node.name, epoch, period, "Linux",
                                          RackPosition{rack.row, rack.name, node.bottomUnit, node.heightUnits});
        identity->cpuModel = "simulated";
        identity->cpuCount = spec.host.cpuCount;
        identity->memoryBytes = static_cast<std::uint64_t>(spec.host.memoryGib * 1024 * 1024 * 1024);
        identity->inventory = {{"gpu",
                                true,
                                fmt::format("{} x {} (simulated)", m_gpus, spec.gpu.name),
                                {{std::string(properties::gpuModel), std::string(spec.gpu.name)},
                                 {std::string(properties::gpuCount), std::to_string(m_gpus)}}},
                               {"infiniband", true, counted(m_nics, "port") + " (simulated)"},
                               {"jobs", true, "spans of simulated jobs"}};
        m_identities.push_back(std::move(identity));
    }
}

// Entities in this order: node, GPUs, NICs, the storage port, sensors. Spans refer to the GPUs directly after the node.
std::shared_ptr<const NodeLayout> NodeReporter::makeLayout(std::uint32_t node, const std::string& loop,
                                                           const JobSpec* job) const
{
    // Entity 0 is the reporting node; layouts are shared, so its name is generic.
    LayoutWriter writer("node");
    std::vector<std::uint32_t> gpus, ports;
    for (std::uint32_t gpu = 0; gpu < m_gpus; ++gpu)
        gpus.push_back(writer.addEntity(EntityKind::Gpu, fmt::format("gpu{}", gpu)));
    for (std::uint32_t nic = 0; nic < m_nics; ++nic)
        ports.push_back(
            writer.addEntity(EntityKind::Port, fmt::format("mlx5_{}/1", nic), 0,
                             {FabricReporter::leafName(m_tree, m_tree.leafOfNic(m_tree.nic(node, nic))), {}}));
    ports.push_back(writer.addEntity(EntityKind::Port, "storage0"));
    std::vector<std::uint32_t> temperatures{writer.addEntity(EntityKind::Sensor, "inlet"),
                                            writer.addEntity(EntityKind::Sensor, "exhaust")};
    const std::uint32_t fans = writer.addEntity(EntityKind::Sensor, "fans");
    if (!loop.empty())
        temperatures.push_back(writer.addEntity(EntityKind::Sensor, "coolant " + loop));

    for (const char* metric : gpuMetrics)
        writer.addColumn(metric, gpus);
    for (const char* metric : portMetrics)
        writer.addColumn(metric, ports);
    for (const char* metric : hostMetrics)
        writer.addColumn(metric, {0});
    writer.addColumn(metrics::sensor::temperature, temperatures);
    writer.addColumn(metrics::sensor::fan, {fans});
    if (job != nullptr) {
        const std::uint32_t entity = writer.addEntity(EntityKind::Job, job->name, EntityDescriptor::clusterScope);
        for (const char* metric : jobMetrics)
            writer.addColumn(metric, {entity});
    }
    return std::make_shared<const NodeLayout>(writer.take());
}

float* NodeReporter::writePorts(std::uint32_t node, const NodeState& state, double seconds, float* values) const
{
    const std::uint32_t ports = m_nics + 1;
    const auto perSecond = static_cast<float>(1 / seconds);
    const auto line = static_cast<float>(state.fabric.nicGBps() * 1e9);
    for (std::uint32_t nic = 0; nic < m_nics; ++nic) {
        const std::uint32_t at = state.fabric.tree().nic(node, nic);
        const PortCounters& port = state.fabric.nics()[at];
        const float row[] = {port.transmitted * perSecond,
                             port.received * perSecond,
                             std::max(port.transmitted, port.received) * perSecond / line,
                             std::min(1.0F, port.peak),
                             line * 8,
                             state.fabric.isNicUp(at) ? 1.0F : 0.0F,
                             port.waitShare,
                             port.marks * perSecond,
                             port.pauses * perSecond,
                             port.retransmits * perSecond,
                             port.symbolErrors * perSecond,
                             port.wentDown ? perSecond : 0.0F,
                             port.drops * perSecond,
                             port.ackTimeouts * perSecond,
                             port.outOfSequence * perSecond};
        for (std::size_t metric = 0; metric < std::size(row); ++metric)
            values[metric * ports + nic] = row[metric];
    }
    const auto storageLine = static_cast<float>(m_spec.storage.nodeGBps * 1e9);
    const float written = static_cast<float>(state.storageBytes[node]) * perSecond;
    const float row[] = {written,
                         written * 0.002F,
                         written / storageLine,
                         std::min(1.0F, written / storageLine * 1.2F),
                         storageLine * 8,
                         1.0F,
                         0,
                         0,
                         0,
                         0,
                         0,
                         0,
                         0,
                         0,
                         0};
    for (std::size_t metric = 0; metric < std::size(row); ++metric)
        values[metric * ports + m_nics] = row[metric];
    return values + std::size(portMetrics) * ports;
}

void NodeReporter::addJob(std::uint32_t node, const JobSpec& job, double tokens)
{
    constexpr double flopsPerParameterAndToken = 6; // see StepWork
    m_layouts[node] = makeLayout(node, m_spec.racks[m_spec.nodes[node].rack].loop, &job);
    std::vector<float>& values = m_jobs[node];
    for (const double value : {job.stepsTotal > 0 ? job.stepsTotal : std::numeric_limits<double>::quiet_NaN(), tokens,
                               tokens / job.sequenceLength, flopsPerParameterAndToken * job.parameters * tokens,
                               m_spec.gpu.peakTflops * 1e12})
        values.push_back(static_cast<float>(value));
}

void NodeReporter::write(std::uint32_t node, const NodeState& state, double seconds, Random& noise,
                         std::vector<float>& values) const
{
    values.resize(m_layouts[node]->sampleCount());
    writeGpus(node, state, seconds, noise, values.data());
    float* next = writePorts(node, state, seconds, values.data() + std::size(gpuMetrics) * m_gpus);

    const auto memory = static_cast<float>(m_spec.host.memoryGib * 1024 * 1024 * 1024);
    const float load = state.hostLoad[node];
    *next++ = static_cast<float>(static_cast<int>(state.hall.nodePower(node) + 4 * noise.roughNormal()));
    *next++ = std::max(0.002F, 0.02F + 0.10F * load + 0.004F * noise.roughNormal());
    *next++ = state.storageWait[node];
    *next++ = memory * (0.03F + memoryUsedShare * std::min(1.0F, 2 * load));
    *next++ = 0.03F + memoryUsedShare * std::min(1.0F, 2 * load);
    const auto celsius = [&noise](double value) {
        return static_cast<float>(static_cast<int>(10 * (value + 0.05 * noise.roughNormal()) + 0.5)) / 10;
    };
    *next++ = celsius(state.hall.inlet(node));
    *next++ = celsius(state.hall.exhaust(node));
    if (const CoolantLoop* loop = state.hall.loopOf(node))
        *next++ = celsius(loop->supplyCelsius());
    *next++ = static_cast<float>(static_cast<int>(state.hall.fanSpeed(node) * 1200) * 10);
    if (const auto job = m_jobs.find(node); job != m_jobs.end())
        std::ranges::copy(job->second, next);
}

/// The 24 GPU columns, in the order of the layout: each is one run of the node's GPUs. A GPU off the bus has no data.
void NodeReporter::writeGpus(std::uint32_t node, const NodeState& state, double seconds, Random& noise,
                             float* values) const
{
    const GpuBank& gpus = state.gpus;
    const GpuModel& model = gpus.model();
    const auto perSecond = static_cast<float>(1 / seconds);
    const auto total = static_cast<float>(model.memoryGib) * gibi;
    for (std::uint32_t slot = 0; slot < m_gpus; ++slot) {
        const std::uint32_t gpu = node * m_gpus + slot;
        const GpuActivity& activity = gpus.activity[gpu];
        const float busy = activity.compute + activity.communication;
        const float nvlink = activity.nvlinkBytes * perSecond;
        const std::array<float, 24> row{
            wholeDegrees(gpus.die[gpu] + 0.2F * noise.roughNormal()),
            wholeDegrees(gpus.memory[gpu] + 0.2F * noise.roughNormal()),
            static_cast<float>(static_cast<int>(10 * gpus.power[gpu] * (1 + 0.02F * noise.roughNormal()))) / 10,
            gpus.powerLimit[gpu],
            gpus.reportedClock[gpu] * 1e6F,
            static_cast<float>(model.memoryClockMhz) * 1e6F,
            static_cast<float>(gpus.reasons[gpu]),
            gpus.throttledShare[gpu],
            wholePercent(busy),
            wholePercent(0.55F * activity.compute + 0.15F * activity.communication),
            total * std::max(0.008F, activity.memoryShare),
            total,
            state.correctedErrors[gpu],
            state.uncorrectedErrors[gpu] * perSecond,
            nvlink,
            nvlink,
            0.0F,
            activity.pcieBytes * perSecond + 2e6F * busy,
            1e6F * busy,
            0.0F,
            static_cast<float>(model.slowdownCelsius),
            static_cast<float>(model.shutdownCelsius),
            smShareOfCompute * activity.compute + smShareOfCommunication * activity.communication,
            tensorShareOfCompute * activity.compute * std::min(1.0F, activity.intensity)};
        const bool isAlive = gpus.isAlive[gpu] != 0;
        for (std::size_t metric = 0; metric < row.size(); ++metric)
            values[metric * m_gpus + slot] = isAlive ? row[metric] : noData;
    }
}

} // namespace lockstep::sim
