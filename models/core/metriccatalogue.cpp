// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/metriccatalogue.h"

#include <algorithm>
#include <vector>

namespace lockstep {

namespace {

using enum Unit;
using enum EntityKind;
using enum Direction;

MetricDescriptor gauge(std::string name, std::string title, Unit unit, EntityKind kind, Direction direction = Neutral,
                       std::optional<float> warning = {}, std::optional<float> critical = {},
                       std::optional<float> fullScale = {})
{
    return {std::move(name), std::move(title), unit, MetricKind::Gauge, kind, direction, warning, critical, fullScale};
}

MetricDescriptor ratio(std::string name, std::string title, EntityKind kind, Direction direction = Neutral,
                       std::optional<float> warning = {}, std::optional<float> critical = {})
{
    return gauge(std::move(name), std::move(title), Ratio, kind, direction, warning, critical, 1.0F);
}

/// A rate of things that should not happen: any at all is worth a look.
MetricDescriptor faults(std::string name, std::string title, EntityKind kind)
{
    return gauge(std::move(name), std::move(title), PerSecond, kind, HighIsBad, 0.001F);
}

std::vector<MetricDescriptor> makeCatalogue()
{
    return {
        ratio("node.cpu.utilisation", "CPU utilisation", Node),
        ratio("node.cpu.system", "CPU time in the kernel", Node, HighIsBad, 0.5F),
        ratio("node.cpu.iowait", "CPU waiting for I/O", Node, HighIsBad, 0.2F),
        ratio("node.cpu.steal", "CPU taken by the hypervisor", Node, HighIsBad, 0.1F),
        ratio("core.utilisation", "Core utilisation", Core),
        gauge("core.frequency", "Core frequency", Hertz, Core),
        gauge("node.memory.used", "Memory used", Bytes, Node),
        ratio("node.memory.utilisation", "Memory utilisation", Node, HighIsBad, 0.9F, 0.97F),
        gauge("node.memory.cached", "Memory cached", Bytes, Node),
        gauge("node.memory.dirty", "Memory waiting to be written", Bytes, Node, HighIsBad),
        gauge("node.swap.used", "Swap used", Bytes, Node, HighIsBad),
        ratio("node.pressure.cpu.some", "CPU pressure, some stalled", Node, HighIsBad, 0.4F, 0.8F),
        ratio("node.pressure.memory.some", "Memory pressure, some stalled", Node, HighIsBad, 0.1F, 0.4F),
        ratio("node.pressure.memory.full", "Memory pressure, all stalled", Node, HighIsBad, 0.05F, 0.2F),
        ratio("node.pressure.io.some", "I/O pressure, some stalled", Node, HighIsBad, 0.4F, 0.8F),
        ratio("node.pressure.io.full", "I/O pressure, all stalled", Node, HighIsBad, 0.2F, 0.6F),
        gauge("node.load.1min", "Load average, 1 min", None, Node),
        gauge("node.processes.running", "Runnable processes", None, Node),
        gauge("node.processes.blocked", "Processes blocked on I/O", None, Node, HighIsBad),
        gauge("node.context_switches", "Context switches", PerSecond, Node),
        gauge("node.power", "Node power", Watt, Node),
        faults("node.tcp.retransmits", "TCP retransmits", Node),
        gauge("disk.read", "Disk read", BytesPerSecond, Disk),
        gauge("disk.write", "Disk write", BytesPerSecond, Disk),
        gauge("disk.reads", "Disk reads", PerSecond, Disk),
        gauge("disk.writes", "Disk writes", PerSecond, Disk),
        ratio("disk.utilisation", "Disk busy time", Disk, HighIsBad, 0.9F),
        gauge("disk.latency", "Disk latency per I/O", Seconds, Disk, HighIsBad, 0.02F, 0.1F),

        gauge("port.transmit", "Port transmit", BytesPerSecond, Port),
        gauge("port.receive", "Port receive", BytesPerSecond, Port),
        ratio("port.utilisation", "Port utilisation, busier direction", Port),
        gauge("port.transmit_packets", "Packets sent", PerSecond, Port),
        gauge("port.receive_packets", "Packets received", PerSecond, Port),
        gauge("port.rate", "Port signalling rate", BitsPerSecond, Port, LowIsBad),
        ratio("port.up", "Port up", Port, LowIsBad, 0.999F, 0.5F),
        ratio("port.transmit_wait", "Share of time with data but no credit", Port, HighIsBad, 0.05F, 0.3F),
        faults("port.transmit_errors", "Transmit errors", Port),
        faults("port.receive_errors", "Receive errors", Port),
        faults("port.transmit_drops", "Transmit drops", Port),
        faults("port.receive_drops", "Receive drops", Port),
        faults("port.symbol_errors", "Symbol errors", Port),
        faults("port.link_error_recovery", "Link error recoveries", Port),
        faults("port.link_downed", "Link downs", Port),
        faults("port.retransmits", "Transport retransmits", Port),
        faults("port.congestion_marks", "Congestion notifications", Port),
        faults("port.pauses", "Pause frames", Port),

        gauge("sensor.temperature", "Sensor temperature", Celsius, Sensor, HighIsBad),
        gauge("sensor.fan", "Fan speed", RotationsPerMinute, Sensor, LowIsBad),
        gauge("sensor.power", "Sensor power", Watt, Sensor),
        gauge("sensor.voltage", "Sensor voltage", Volt, Sensor),
        gauge("sensor.current", "Sensor current", Ampere, Sensor),

        gauge("gpu.temperature", "GPU temperature", Celsius, Gpu, HighIsBad, 83.0F, 87.0F),
        gauge("gpu.memory.temperature", "GPU memory temperature", Celsius, Gpu, HighIsBad, 90.0F, 95.0F),
        gauge("gpu.temperature.slowdown_limit", "GPU slowdown limit", Celsius, Gpu),
        gauge("gpu.temperature.shutdown_limit", "GPU shutdown limit", Celsius, Gpu),
        gauge("gpu.power", "GPU power", Watt, Gpu),
        gauge("gpu.power.limit", "GPU power limit", Watt, Gpu),
        gauge("gpu.clock.sm", "SM clock", Hertz, Gpu, LowIsBad),
        gauge("gpu.clock.memory", "Memory clock", Hertz, Gpu, LowIsBad),
        gauge("gpu.throttle_reasons", "Throttle reasons", Bitmask, Gpu),
        ratio("gpu.throttled", "Throttled by heat or power", Gpu, HighIsBad, 0.01F, 0.5F),
        ratio("gpu.utilisation", "GPU utilisation", Gpu),
        ratio("gpu.memory.utilisation", "GPU memory controller utilisation", Gpu),
        gauge("gpu.memory.used", "GPU memory used", Bytes, Gpu),
        gauge("gpu.memory.total", "GPU memory", Bytes, Gpu),
        faults("gpu.ecc.corrected", "ECC errors, corrected", Gpu),
        gauge("gpu.ecc.uncorrected", "ECC errors, uncorrected", PerSecond, Gpu, HighIsBad, {}, 0.001F),
        gauge("gpu.nvlink.transmit", "NVLink transmit", BytesPerSecond, Gpu),
        gauge("gpu.nvlink.receive", "NVLink receive", BytesPerSecond, Gpu),
        faults("gpu.nvlink.errors", "NVLink errors", Gpu),
        gauge("gpu.pcie.transmit", "PCIe transmit", BytesPerSecond, Gpu),
        gauge("gpu.pcie.receive", "PCIe receive", BytesPerSecond, Gpu),
        faults("gpu.pcie.replays", "PCIe replays", Gpu),
        gauge("gpu.fan", "GPU fan", Ratio, Gpu, Neutral, {}, {}, 1.0F),

        gauge("loop.flow", "Coolant flow", LitersPerMinute, Loop, LowIsBad),
        gauge("loop.supply_temperature", "Coolant supply", Celsius, Loop, HighIsBad),
        gauge("loop.return_temperature", "Coolant return", Celsius, Loop, HighIsBad),

        ratio("agent.cpu", "Agent's own share of a core", Node, HighIsBad, 0.02F, 0.1F),
        gauge("agent.memory", "Agent's own memory", Bytes, Node, HighIsBad),
    };
}

const std::vector<MetricDescriptor>& catalogue()
{
    static const std::vector<MetricDescriptor> entries = makeCatalogue();
    return entries;
}

} // namespace

std::span<const MetricDescriptor> metricCatalogue()
{
    return catalogue();
}

const MetricDescriptor* findMetric(std::string_view name)
{
    const auto found = std::ranges::find(catalogue(), name, &MetricDescriptor::name);
    return found == catalogue().end() ? nullptr : &*found;
}

MetricDescriptor peakOf(const MetricDescriptor& mean)
{
    MetricDescriptor peak = mean;
    peak.name += ".peak";
    peak.title += ", peak in the tick";
    return peak;
}

} // namespace lockstep
