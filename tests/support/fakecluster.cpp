// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fakecluster.h"

#include "models/core/batch.h"
#include "models/core/metrics/metriccatalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace lockstep {

namespace {

using enum EntityKind;

MetricDescriptor described(const std::string& name)
{
    constexpr std::string_view peak = ".peak";
    if (name.ends_with(peak))
        return peakOf(described(name.substr(0, name.size() - peak.size())));
    if (const MetricDescriptor* known = findMetric(name))
        return *known;
    MetricDescriptor unknown;
    unknown.name = name;
    unknown.title = name;
    return unknown;
}

void addColumns(NodeLayout& layout, EntityKind kind, std::initializer_list<const char*> metrics)
{
    std::vector<std::uint32_t> entities;
    for (std::uint32_t i = 0; i < layout.entities.size(); ++i) {
        if (layout.entities[i].kind == kind)
            entities.push_back(i);
    }
    if (entities.empty())
        return;
    for (const char* metric : metrics) {
        layout.columns.push_back({static_cast<std::uint32_t>(layout.metrics.size()), entities});
        layout.metrics.push_back(described(metric));
    }
}

void addHost(NodeLayout& layout, std::uint32_t cores)
{
    for (std::uint32_t i = 0; i < cores; ++i)
        layout.entities.push_back({Core, fmt::format("cpu{}", i), 0});
    for (const char* disk : {"nvme0n1", "sda"})
        layout.entities.push_back({Disk, disk, 0});
    for (const char* port : {"lo", "eth0", "mlx5_0/1"})
        layout.entities.push_back({Port, port, 0});
    for (const char* sensor : {"coretemp/Package id 0", "nvme/Composite"})
        layout.entities.push_back({Sensor, sensor, 0});
    addColumns(layout, Node,
               {"node.cpu.utilisation", "node.cpu.iowait", "node.memory.used", "node.memory.utilisation",
                "node.pressure.cpu.some", "node.pressure.io.some", "node.load.1min", "node.context_switches",
                "node.tcp.retransmits", "node.power"});
    addColumns(layout, Core, {"core.utilisation", "core.frequency"});
    addColumns(layout, Disk, {"disk.read", "disk.write", "disk.utilisation", "disk.latency"});
    addColumns(layout, Port,
               {"port.transmit", "port.transmit.peak", "port.receive", "port.receive.peak", "port.utilisation",
                "port.up", "port.receive_drops"});
    addColumns(layout, Sensor, {"sensor.temperature"});
}

std::shared_ptr<const NodeLayout> makeLayout(const FakeClusterOptions& options, const std::string& firstNode)
{
    auto layout = std::make_shared<NodeLayout>();
    layout->id = 1;
    layout->entities.push_back({Node, firstNode, 0});
    for (std::uint32_t i = 0; i < options.gpusPerNode; ++i)
        layout->entities.push_back({Gpu, fmt::format("gpu{}", i), 0});
    addColumns(*layout, Gpu,
               {"gpu.temperature", "gpu.memory.temperature", "gpu.power", "gpu.clock.sm", "gpu.throttled",
                "gpu.utilisation", "gpu.memory.utilisation", "gpu.memory.used", "gpu.ecc.corrected",
                "gpu.nvlink.transmit", "gpu.nvlink.receive", "gpu.pcie.transmit"});
    if (options.hostMetrics)
        addHost(*layout, options.coresPerNode);
    return layout;
}

/// Repeatable noise in [0, 1).
double noise(std::uint32_t a, std::uint32_t b, std::int64_t c)
{
    std::uint64_t x = (std::uint64_t{a} << 40) ^ (std::uint64_t{b} << 20) ^ static_cast<std::uint64_t>(c);
    x += 0x9E3779B97F4A7C15;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
    return static_cast<double>((x ^ (x >> 31)) >> 11) * 0x1.0p-53;
}

/// A to Z, then AA, AB and on.
std::string rowName(std::uint32_t row)
{
    const std::string last(1, static_cast<char>('A' + row % 26));
    return row < 26 ? last : rowName(row / 26 - 1) + last;
}

NodeIdentity identityOf(const FakeClusterOptions& options, std::uint32_t node, const std::string& name)
{
    NodeIdentity identity;
    identity.name = name;
    identity.epoch = 1;
    identity.tickPeriod = options.period;
    identity.agentVersion = "0.1.0";
    identity.operatingSystem = "Debian GNU/Linux 12 (bookworm), Linux 6.1";
    identity.cpuModel = "Intel(R) Xeon(R) Platinum 8480+";
    identity.cpuCount = options.coresPerNode;
    identity.memoryBytes = 16'000'000'000;
    if (options.namesAndPlaces) {
        const std::uint32_t rack = node / options.nodesPerRack;
        const std::string row = rowName(rack / options.racksPerRow);
        identity.position = RackPosition{row, fmt::format("{}{:02}", row, rack % options.racksPerRow + 1),
                                         1 + node % options.nodesPerRack * 8, 8};
    }
    identity.inventory = {{"host", true, fmt::format("{} cores, 2 disks, 3 ports", options.coresPerNode)},
                          {"hwmon", true, "2 sensors"},
                          {"infiniband", options.gpusPerNode > 0, "off: /sys/class/infiniband is absent"},
                          {"nvml", options.gpusPerNode > 0, "off: libnvidia-ml.so.1 was not found"}};
    return identity;
}

} // namespace

FakeCluster::FakeCluster(FakeClusterOptions options)
    : m_options(options), m_layout(makeLayout(options, nodeName(0))) { }

std::string FakeCluster::nodeName(std::uint32_t node) const
{
    return fmt::format("node-{:04}", node);
}

std::vector<BatchPtr> FakeCluster::introductions(TimePoint now) const
{
    std::vector<BatchPtr> batches;
    for (std::uint32_t node = 0; node < m_options.nodes; ++node) {
        auto batch = std::make_shared<Batch>();
        batch->source = SourceId{0};
        batch->received = now;
        batch->node = nodeName(node);
        batch->identity = std::make_shared<NodeIdentity>(identityOf(m_options, node, batch->node));
        batch->clock = ClockOffset{std::chrono::microseconds(180), std::chrono::microseconds(45)};
        SourceStatus status;
        status.state = SourceState::Live;
        status.peer = "127.0.0.1:7420";
        batch->status = status;
        batches.push_back(std::move(batch));
    }
    return batches;
}

std::vector<BatchPtr> FakeCluster::tick(TimePoint time)
{
    ++m_sequence;
    const double seconds = std::chrono::duration<double>(time.time_since_epoch() % std::chrono::hours(24)).count();
    std::vector<BatchPtr> batches;
    for (std::uint32_t node = 0; node < m_options.nodes; ++node) {
        if (m_silent.contains(node))
            continue;
        auto batch = std::make_shared<Batch>();
        batch->source = SourceId{0};
        batch->received = time + std::chrono::milliseconds(5);
        batch->node = nodeName(node);
        batch->sequence = m_sequence;
        NodeTick tick{time, m_layout, {}, {}, {}};
        tick.values.reserve(m_layout->sampleCount());
        for (const ColumnDescriptor& column : m_layout->columns) {
            for (const std::uint32_t entity : column.entities)
                tick.values.push_back(valueOf(m_layout->metrics[column.metric].name, node, entity, seconds));
        }
        const auto [first, last] = m_forced.equal_range(node);
        std::for_each(first, last,
                      [&](const auto& forced) { tick.values[forced.second.sample] = forced.second.value; });
        batch->tick = std::move(tick);
        batches.push_back(std::move(batch));
    }
    return batches;
}

void FakeCluster::force(std::uint32_t node, const std::string& metric, std::uint32_t entity, float value)
{
    std::size_t sample = 0;
    for (const ColumnDescriptor& column : m_layout->columns) {
        for (const std::uint32_t each : column.entities) {
            if (each == entity && m_layout->metrics[column.metric].name == metric) {
                m_forced.emplace(node, Forced{sample, value});
                return;
            }
            ++sample;
        }
    }
}

float FakeCluster::valueOf(const std::string& metric, std::uint32_t node, std::uint32_t entity, double seconds) const
{
    const auto second = static_cast<std::int64_t>(seconds);
    const double jitter = noise(node, entity, second);
    const double part = noise(node, entity, -1); // individual offset, constant in time
    const double step = 0.5 + 0.5 * std::sin(seconds / 6.0 + node * 0.15); // period of a training step
    const double busy = std::clamp(0.25 + 0.65 * step + 0.1 * (jitter - 0.5), 0.0, 1.0);
    const double burst = noise(node, entity, second / 3) > 0.93 ? 1.0 : 0.12;
    const double slow = 0.5 + 0.5 * std::sin((seconds - 5) / 6.0 + node * 0.15); // heat follows work

    const auto is = [&metric](std::string_view name) {
        return metric == name;
    };
    const auto starts = [&metric](std::string_view prefix) {
        return metric.starts_with(prefix);
    };
    double value = 0;
    if (is("gpu.temperature"))
        value = 44 + 8 * part + 18 * slow + jitter;
    else if (is("gpu.memory.temperature"))
        value = 52 + 8 * part + 16 * slow + jitter;
    else if (is("gpu.power"))
        value = 120 + 480 * busy + 40 * part;
    else if (is("gpu.clock.sm"))
        value = 1.98e9 - 2e8 * slow * part;
    else if (is("gpu.memory.used"))
        value = 61e9 + 4e9 * part;
    else if (is("gpu.utilisation") || is("core.utilisation") || is("node.cpu.utilisation"))
        value = busy;
    else if (starts("gpu.nvlink") || starts("gpu.pcie"))
        value = 4e10 * busy * (0.8 + 0.2 * part);
    else if (starts("port.") && metric.ends_with(".peak"))
        value = 1.1e9 * std::max(busy * 0.4, burst);
    else if (is("port.transmit") || is("port.receive"))
        value = 1.1e9 * (busy * 0.25 + burst * 0.1);
    else if (is("port.up"))
        value = 1;
    else if (starts("disk.") && is("disk.utilisation"))
        value = 0.6 * burst;
    else if (is("disk.latency"))
        value = 0.0004 + 0.012 * burst * jitter;
    else if (starts("disk."))
        value = 2.1e8 * burst * (0.5 + jitter);
    else if (is("sensor.temperature"))
        value = 38 + 9 * slow + jitter;
    else if (is("node.memory.used"))
        value = 6.2e9 + 4e8 * step;
    else if (is("node.memory.utilisation"))
        value = 0.39 + 0.03 * step;
    else if (starts("node.pressure") || is("node.cpu.iowait"))
        value = 0.02 + 0.1 * burst * jitter;
    else if (is("core.frequency"))
        value = 2.0e9 + 1.5e9 * busy;
    else if (is("node.load.1min"))
        value = m_options.coresPerNode * (0.4 + 0.5 * step);
    else if (is("node.context_switches"))
        value = 2400 + 9000 * busy;
    else if (is("node.power"))
        value = 90 + 140 * busy;
    return static_cast<float>(value);
}

} // namespace lockstep
