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

/// What a counter of such things stands at. Hardware and drivers forget it at a reset, and some stop at their top.
MetricDescriptor lifetime(std::string name, std::string title, EntityKind kind, std::optional<float> large = {})
{
    MetricDescriptor count = gauge(std::move(name) + ".total", std::move(title) + ", lifetime", None, kind,
                                   large ? HighIsBad : Neutral, large);
    count.kind = MetricKind::Counter;
    return count;
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
        gauge("node.memory.dirty", "Memory not yet written to disk", Bytes, Node, HighIsBad),
        gauge("node.swap.used", "Swap used", Bytes, Node, HighIsBad),
        ratio("node.pressure.cpu.some", "CPU pressure, some stalled", Node, HighIsBad, 0.4F, 0.8F),
        ratio("node.pressure.memory.some", "Memory pressure, some stalled", Node, HighIsBad, 0.1F, 0.4F),
        ratio("node.pressure.memory.full", "Memory pressure, all stalled", Node, HighIsBad, 0.05F, 0.2F),
        ratio("node.pressure.io.some", "I/O pressure, some stalled", Node, HighIsBad, 0.4F, 0.8F),
        ratio("node.pressure.io.full", "I/O pressure, all stalled", Node, HighIsBad, 0.2F, 0.6F),
        gauge("node.load.1min", "Load average, 1 min", None, Node),
        gauge("node.processes.running", "Runnable processes", None, Node),
        gauge("node.processes.blocked", "Processes blocked on I/O", None, Node, HighIsBad),
        gauge("node.threads", "Threads", None, Node),
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
        ratio("port.transmit_wait", "Waiting for credit, share of time", Port, HighIsBad, 0.05F, 0.3F),
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
        gauge("port.transmit_unicast_packets", "Unicast packets sent", PerSecond, Port),
        gauge("port.receive_unicast_packets", "Unicast packets received", PerSecond, Port),
        gauge("port.transmit_multicast_packets", "Multicast packets sent", PerSecond, Port),
        gauge("port.receive_multicast_packets", "Multicast packets received", PerSecond, Port),
        gauge("port.transmit_wait_ticks", "Waiting for credit, link ticks", PerSecond, Port, HighIsBad),
        faults("port.remote_physical_errors", "Physical errors at the far end", Port),
        faults("port.switch_relay_errors", "Packets a switch could not relay", Port),
        faults("port.transmit_constraint_errors", "Transmit constraint errors", Port),
        faults("port.receive_constraint_errors", "Receive constraint errors", Port),
        faults("port.link_integrity_errors", "Local link integrity errors", Port),
        faults("port.buffer_overrun_errors", "Buffer overruns", Port),
        faults("port.vl15_drops", "Management packets dropped", Port),
        faults("port.rdma.out_of_buffer", "Drops, no receive buffer", Port),
        faults("port.rdma.out_of_sequence", "Packets out of sequence", Port),
        faults("port.rdma.packet_sequence_errors", "Sequence error NAKs", Port),
        faults("port.rdma.ack_timeouts", "Acknowledgement timeouts", Port),
        faults("port.rdma.rnr_retries", "Receiver-not-ready retries", Port),
        faults("port.rdma.implied_nak_errors", "Implied NAKs", Port),
        faults("port.rdma.duplicate_requests", "Duplicate requests", Port),
        faults("port.rdma.icrc_errors", "RoCE packets with a bad ICRC", Port),
        faults("port.rdma.adaptive_retransmits", "Adaptive retransmissions", Port),
        faults("port.rdma.adaptive_retransmit_timeouts", "Adaptive retransmission timeouts", Port),
        faults("port.rdma.slow_restarts", "RoCE slow restarts", Port),
        faults("port.rdma.slow_restart_notifications", "Notifications from slow restarts", Port),
        faults("port.rdma.slow_restart_transitions", "Transitions to slow restart", Port),
        faults("port.rdma.requester_completion_errors", "Requester completion errors", Port),
        faults("port.rdma.requester_flush_errors", "Requester flush errors", Port),
        faults("port.rdma.requester_remote_access_errors", "Requester remote access errors", Port),
        faults("port.rdma.requester_invalid_requests", "Requester invalid requests", Port),
        faults("port.rdma.responder_completion_errors", "Responder completion errors", Port),
        faults("port.rdma.responder_flush_errors", "Responder flush errors", Port),
        faults("port.rdma.responder_length_errors", "Responder length errors", Port),
        faults("port.rdma.responder_remote_access_errors", "Responder remote access errors", Port),
        faults("port.rdma.notifications_sent", "Congestion notifications sent", Port),
        faults("port.rdma.notifications_handled", "Congestion notifications obeyed", Port),
        faults("port.rdma.notifications_ignored", "Congestion notifications ignored", Port),

        lifetime("port.link_downed", "Link downs", Port, 10.0F),
        lifetime("port.link_error_recovery", "Link error recoveries", Port, 10.0F),
        lifetime("port.symbol_errors", "Symbol errors", Port, 1000.0F),
        lifetime("port.link_integrity_errors", "Local link integrity errors", Port, 100.0F),
        lifetime("port.buffer_overrun_errors", "Buffer overruns", Port, 100.0F),
        lifetime("port.receive_errors", "Receive errors", Port, 1000.0F),
        lifetime("port.transmit_errors", "Transmit errors", Port, 1000.0F),
        lifetime("port.receive_drops", "Receive drops", Port),
        lifetime("port.transmit_drops", "Transmit drops", Port),

        gauge("sensor.temperature", "Sensor temperature", Celsius, Sensor, HighIsBad),
        gauge("sensor.temperature.margin", "Margin to the sensor's own limit", KelvinDelta, Sensor, LowIsBad, 10.0F,
              3.0F),
        gauge("sensor.temperature.high_limit", "Sensor's own warning limit", Celsius, Sensor),
        gauge("sensor.temperature.critical_limit", "Sensor's own critical limit", Celsius, Sensor),
        gauge("sensor.fan", "Fan speed", RotationsPerMinute, Sensor, LowIsBad),
        gauge("sensor.fan.low_limit", "Fan's own lower limit", RotationsPerMinute, Sensor),
        gauge("sensor.power", "Sensor power", Watt, Sensor),
        gauge("sensor.power.limit", "Sensor's own power cap", Watt, Sensor),
        gauge("sensor.voltage", "Sensor voltage", Volt, Sensor),
        gauge("sensor.voltage.low_limit", "Sensor's own lower voltage limit", Volt, Sensor),
        gauge("sensor.voltage.high_limit", "Sensor's own upper voltage limit", Volt, Sensor),
        gauge("sensor.current", "Sensor current", Ampere, Sensor),
        gauge("sensor.current.limit", "Sensor's own current limit", Ampere, Sensor),

        gauge("gpu.temperature", "GPU temperature", Celsius, Gpu, HighIsBad, 83.0F, 87.0F),
        gauge("gpu.memory.temperature", "GPU memory temperature", Celsius, Gpu, HighIsBad, 90.0F, 95.0F),
        gauge("gpu.temperature.slowdown_limit", "GPU slowdown limit", Celsius, Gpu),
        gauge("gpu.temperature.shutdown_limit", "GPU shutdown limit", Celsius, Gpu),
        gauge("gpu.temperature.margin", "Margin to the GPU's slowdown limit", KelvinDelta, Gpu, LowIsBad, 6.0F, 2.0F),
        gauge("gpu.power", "GPU power", Watt, Gpu),
        gauge("gpu.power.limit", "GPU power limit", Watt, Gpu),
        gauge("gpu.clock.sm", "SM clock", Hertz, Gpu, LowIsBad),
        gauge("gpu.clock.memory", "Memory clock", Hertz, Gpu, LowIsBad),
        gauge("gpu.throttle_reasons", "Throttle reasons", Bitmask, Gpu),
        ratio("gpu.throttled", "Throttled by heat or power brake", Gpu, HighIsBad, 0.01F, 0.5F),
        ratio("gpu.utilisation", "GPU utilisation", Gpu),
        ratio("gpu.memory.utilisation", "GPU memory controller utilisation", Gpu),
        gauge("gpu.memory.used", "GPU memory used", Bytes, Gpu),
        gauge("gpu.memory.total", "GPU memory", Bytes, Gpu),
        faults("gpu.ecc.corrected", "ECC errors, corrected", Gpu),
        gauge("gpu.ecc.uncorrected", "ECC errors, uncorrected", PerSecond, Gpu, HighIsBad, {}, 0.001F),
        lifetime("gpu.ecc.corrected", "ECC errors, corrected", Gpu, 10'000.0F),
        lifetime("gpu.ecc.uncorrected", "ECC errors, uncorrected", Gpu, 1.0F),
        lifetime("gpu.nvlink.errors", "NVLink errors", Gpu, 1000.0F),
        lifetime("gpu.pcie.replays", "PCIe replays", Gpu, 1000.0F),
        gauge("gpu.nvlink.transmit", "NVLink transmit", BytesPerSecond, Gpu),
        gauge("gpu.nvlink.receive", "NVLink receive", BytesPerSecond, Gpu),
        faults("gpu.nvlink.errors", "NVLink errors", Gpu),
        gauge("gpu.pcie.transmit", "PCIe transmit", BytesPerSecond, Gpu),
        gauge("gpu.pcie.receive", "PCIe receive", BytesPerSecond, Gpu),
        faults("gpu.pcie.replays", "PCIe replays", Gpu),
        ratio("gpu.sm.activity", "SM activity", Gpu),
        ratio("gpu.tensor.activity", "Tensor pipe activity", Gpu),
        gauge("gpu.fan", "GPU fan", Ratio, Gpu, Neutral, {}, {}, 1.0F),

        gauge("loop.flow", "Coolant flow", LitersPerMinute, Loop, LowIsBad),
        gauge("loop.flow.rated", "Coolant flow, rated", LitersPerMinute, Loop),
        // ASHRAE TC 9.9 class W45, the warmest supply that has a number; loops are laid out to warm up by 8 to 12 K.
        gauge("loop.supply_temperature", "Coolant supply", Celsius, Loop, HighIsBad, 45.0F, 50.0F),
        gauge("loop.return_temperature", "Coolant return", Celsius, Loop, HighIsBad, 60.0F, 65.0F),
        ratio("loop.pump_speed", "Pump speed", Loop, LowIsBad),
        gauge("loop.heat", "Heat removed", Watt, Loop),
        gauge("loop.capacity", "Cooling capacity at the set point", Watt, Loop, LowIsBad),
        gauge("loop.electrical_power", "Electrical power served", Watt, Loop),

        gauge("serving.requests", "Requests", PerSecond, Job),
        gauge("serving.time_to_first_token", "Time to first token", Seconds, Job, HighIsBad, 1.0F, 5.0F),
        gauge("serving.time_per_token", "Time per output token", Seconds, Job, HighIsBad, 0.05F, 0.2F),
        ratio("serving.utilisation", "Pool utilisation", Job),
        gauge("serving.queue", "Longest queue of the pool", Seconds, Job, HighIsBad, 1.0F, 10.0F),
        // Of a few requests a second some node always has most: by itself that is nobody's alert.
        gauge("serving.imbalance", "Busiest node of the pool, above the mean", Ratio, Job, HighIsBad, 1.0F),

        ratio("agent.cpu", "Agent's own share of a core", Node, HighIsBad, 0.02F, 0.1F),
        gauge("agent.memory", "Agent's own memory", Bytes, Node, HighIsBad),
        gauge("agent.job_events", "Job events in the tick", None, Node),
        gauge("agent.job_events_malformed", "Malformed job events in the tick", None, Node, HighIsBad, 1.0F),
        gauge("agent.job_events_refused", "Job events of another's job in the tick", None, Node, HighIsBad, 1.0F),
        gauge("agent.job_events_dropped", "Job events too many in the tick", None, Node, HighIsBad, 1.0F),
        gauge("agent.job_events_waiting", "Job events that wait for the next tick", None, Node, HighIsBad),
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

const MetricDescriptor* lifetimeOf(std::string_view rate)
{
    return findMetric(std::string(rate) + ".total");
}

MetricDescriptor peakOf(const MetricDescriptor& mean)
{
    MetricDescriptor peak = mean;
    peak.name += ".peak";
    peak.title += ", peak in the tick";
    return peak;
}

} // namespace lockstep
