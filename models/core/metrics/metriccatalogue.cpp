// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/metrics/metriccatalogue.h"

#include "models/core/metrics/metricnames.h"
#include "models/core/metrics/pointwise.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

struct Scale
{
    std::optional<float> warning{};
    std::optional<float> critical{};
    std::optional<float> full{};
    bool isDeviation = false;
};

MetricDescriptor derived(std::string name, std::string title, Unit unit, EntityKind kind, Direction direction,
                         Scale scale, std::string derivation)
{
    return {std::move(name),
            std::move(title),
            unit,
            MetricKind::Gauge,
            kind,
            direction,
            scale.warning,
            scale.critical,
            scale.full,
            scale.isDeviation,
            std::move(derivation)};
}

std::vector<MetricDescriptor> ofHeat()
{
    using namespace metrics;
    using enum Unit;
    using enum EntityKind;
    using enum Direction;
    constexpr float anHour = 3600; ///< cap of predicted times
    return {
        derived(gpu::thermalResistance, "GPU thermal resistance to coolant", KelvinPerWatt, Gpu, HighIsBad, {},
                "fitted to the temperature and power of the GPU and the coolant or inlet temperature of its node over "
                "the last minute"),
        derived(gpu::thermalResistanceError, "GPU thermal resistance, standard error", KelvinPerWatt, Gpu, Neutral, {},
                "standard error of the fitted thermal resistance"),
        derived(gpu::thermalResistanceDeviation, "GPU thermal resistance relative to peers", Ratio, Gpu, HighIsBad,
                {0.3F, 0.8F, 0.5F, true},
                "(thermal resistance of the GPU / median thermal resistance of the GPUs in the same slot with the same "
                "cooling) − 1"),
        derived(gpu::thermalCapacity, "GPU heat capacity", JoulePerKelvin, Gpu, Neutral, {},
                "fitted to the speed at which the temperature follows the power; missing while the power is constant"),
        derived(gpu::temperatureSteady, "GPU temperature, predicted steady state", Celsius, Gpu, HighIsBad,
                {83.0F, 87.0F}, "coolant temperature + (thermal resistance × mean power of the last 10 s)"),
        derived(gpu::thermalTimeToLimit, "Time to the GPU's slowdown limit", Seconds, Gpu, LowIsBad,
                {300.0F, 60.0F, anHour},
                "predicted from thermal resistance and heat capacity at the present power, and from the drift of "
                "resistance and coolant temperature; at most 1 h"),
        derived(gpu::temperatureDeviation, "GPU temperature relative to peers", KelvinDelta, Gpu, HighIsBad,
                {8.0F, 15.0F, 12.0F, true},
                "temperature of the GPU − median temperature of the GPUs in the same slot with the same cooling and a "
                "power within 15 %"),
        derived(gpu::temperatureChange, "GPU temperature, change per minute", KelvinPerMinute, Gpu, HighIsBad,
                {{}, {}, 12.0F, true}, "slope of the temperature over the last 40 s"),
        derived(node::recirculation, "Exhaust air in the inlet air", Ratio, Node, HighIsBad, {0.2F, 0.4F, 0.6F},
                "(inlet temperature − supply temperature) / (exhaust temperature − supply temperature), where the "
                "supply is the 10th percentile of all inlet temperatures in the hall"),
        derived(loop::heatBalance, "Heat removed as a share of power", Ratio, Loop, Neutral, {{}, {}, 1.0F},
                "calculated heat removed / electrical power of the nodes that the loop cools; the rest of that power "
                "heats the air"),
        derived(loop::flowShare, "Flow relative to demand", Ratio, Loop, LowIsBad, {0.9F, 0.5F, 1.0F},
                "flow / median flow of the last half hour, adjusted for lower load"),
        derived(loop::timeToLimit, "Time to the return temperature limit", Seconds, Loop, LowIsBad,
                {300.0F, 60.0F, anHour},
                "time until the return temperature reaches its limit, extrapolated from heat load, falling flow and "
                "rising supply temperature; at most 1 h"),
    };
}

std::vector<MetricDescriptor> ofFabric()
{
    using namespace metrics;
    using enum Unit;
    using enum EntityKind;
    using enum Direction;
    return {
        derived(port::trouble, "Link fault score", Ratio, Port, HighIsBad, {0.3F, 0.9F, 1.0F},
                "the worst of: link-down events, credit waits, congestion that starts at this port, errors and drops, "
                "retransmits, and traffic compared with equal uplinks"),
        derived(port::uplinkSkew, "Uplink traffic relative to the switch's mean", Ratio, Port, HighIsBad,
                {{}, {}, 1.0F, true},
                "(bytes sent in the last 20 s / mean of these bytes over the switch's active uplinks) − 1"),
        derived(port::falls, "Link-down count, recent minutes", None, Port, HighIsBad, {0.5F, 2.5F},
                "number of times that the link went down; older events count less: one from five minutes ago counts a "
                "third"),
        derived(port::timeToLimit, "Time to the link's limit", Seconds, Port, LowIsBad, {},
                "pre-FEC bit errors, optical receive power, transceiver temperature and errors per day, extrapolated "
                "from significant trends over 4 to 14 days; missing without such a trend"),
        derived(port::congestionVictims, "Ports blocked by congestion at this port", None, Port, HighIsBad, {2.0F},
                "credit waits, traced from port to port to the port that waits for no other"),
        derived(networkSwitch::congestionVictims, "Ports blocked by this switch", None, Switch, HighIsBad, {2.0F},
                "credit waits, traced from port to port to the blocking switch"),
        derived(networkSwitch::uplinkImbalance, "Busiest uplink, above the mean", Ratio, Switch, HighIsBad, {},
                "(bytes of the busiest active uplink in the last 20 s / mean of these bytes over the switch's active "
                "uplinks) − 1"),
        derived(networkSwitch::uplinkUnused, "Unused share of equal-cost uplinks", Ratio, Switch, HighIsBad,
                {0.5F, {}, 1.0F},
                "1 − (Σx)² / (n × Σx²), where x is the mean traffic of each of the n uplinks over a minute; a "
                "persistently high value means polarisation, not load"),
        derived(gpu::collectiveBandwidth, "Bus bandwidth between nodes", BytesPerSecond, Gpu, LowIsBad, {},
                "calculated from bytes, number of ranks and the shortest time of a rank in the last large collective "
                "of its slowest communicator"),
        derived(gpu::collectiveEfficiency, "Bus bandwidth relative to path capacity", Ratio, Gpu, LowIsBad,
                {0.5F, 0.2F, 1.0F}, "bus bandwidth between nodes / line rate of the slowest NIC in its ring"),
        // Of a pair of ranks, not of an entity, so never in a store.
        derived(pair::collectiveShortfall, "Bus bandwidth shortfall", Ratio, Gpu, HighIsBad, {0.5F, 0.8F, 1.0F},
                "1 − (bus bandwidth of the slowest communicator that contains both ranks / line rate of the slowest "
                "NIC in that communicator)"),
        derived(pair::collectiveBandwidth, "Bus bandwidth of the slowest common communicator", BytesPerSecond, Gpu,
                LowIsBad, {},
                "calculated from bytes, number of ranks and the shortest time of a rank in the communicator's last "
                "large collective"),
        derived(pair::collectiveTraffic, "Traffic between two ranks", BytesPerSecond, Gpu, Neutral, {},
                "traffic of each member of the pair's busiest communicator over about 30 s, divided evenly among the "
                "other members"),
    };
}

std::vector<MetricDescriptor> ofSteps()
{
    using namespace metrics;
    using enum Unit;
    using enum EntityKind;
    using enum Direction;
    return {
        derived(gpu::syncBlame, "GPUs kept waiting", None, Gpu, HighIsBad, {},
                "waits of other ranks, traced back to the rank that waited for no other"),
        derived(gpu::syncWaitShare, "Share of time spent waiting", Ratio, Gpu, HighIsBad, {{}, {}, 1.0F},
                "share of step time during which the GPU's rank waited for other ranks"),
        derived(gpu::syncSlowdown, "Compute time relative to peers", Ratio, Gpu, HighIsBad, {1.05F},
                "time of the GPU's rank between collectives / median of this time over all ranks of the job"),
        derived(node::syncBlame, "GPUs kept waiting", None, Node, HighIsBad, {},
                "waits of other ranks, traced back to ranks on the node"),
        derived(node::syncWaitShare, "Share of rank time spent waiting", Ratio, Node, HighIsBad, {{}, {}, 1.0F},
                "share of step time during which the node's ranks waited for other ranks"),
        derived(rack::syncBlame, "GPUs kept waiting", None, Rack, HighIsBad, {},
                "waits of other ranks, traced back to ranks in the rack"),
    };
}

/// Metrics of training jobs, derived from their spans. The shares at one moment sum to one.
std::vector<MetricDescriptor> ofJobs()
{
    using namespace metrics;
    using enum Unit;
    using enum EntityKind;
    using enum Direction;
    const Scale share{{}, {}, 1.0F};
    return {
        derived(job::stepTime, "Step time", Seconds, Job, HighIsBad, {},
                "duration of the last complete step, median over the job's ranks"),
        derived(job::step, "Step reached", None, Job, Neutral, {}, "number of the last completed step"),
        derived(job::goodput, "Goodput", Ratio, Job, LowIsBad, share,
                "compute and transfer time of the job's ranks / (number of ranks × wall time)"),
        derived(job::waitShare, "Share of GPU time spent waiting", Ratio, Job, HighIsBad, share,
                "(time of the job's ranks in collectives − their transfer time) / (number of ranks × wall time)"),
        derived(job::checkpointShare, "Share of GPU time in checkpoints", Ratio, Job, HighIsBad, share,
                "time of the job's ranks in checkpoints / (number of ranks × wall time)"),
        derived(job::restartShare, "Share of GPU time in restarts", Ratio, Job, HighIsBad, share,
                "time of the job's ranks from the end of a run to the first step after the restart / (number of ranks "
                "× wall time)"),
        derived(job::idleShare, "Idle share of GPU time", Ratio, Job, HighIsBad, share,
                "idle time that the job's ranks report / (number of ranks × wall time)"),
        derived(
            job::unknownShare, "Unknown share of GPU time", Ratio, Job, HighIsBad, share,
            "time of the job's ranks without any span / (number of ranks × wall time); never counted as productive"),
        derived(job::gpus, "GPUs reserved", None, Job, Neutral, {},
                "number of the job's ranks, each of which holds a GPU"),
        derived(job::restarts, "Restarts", None, Job, HighIsBad, {},
                "number of restarts at a lower step since the job was first seen"),
        derived(job::checkpointTime, "Checkpoint write time", Seconds, Job, HighIsBad, {},
                "duration of the last checkpoint, median over the job's ranks"),
        derived(job::checkpointInterval, "Checkpoint interval", Seconds, Job, Neutral, {},
                "time from the end of the last checkpoint but one to the start of the last checkpoint"),
        derived(job::restoreTime, "Checkpoint read time", Seconds, Job, HighIsBad, {},
                "duration of the last checkpoint read after a restart, from the start of the first rank to the end of "
                "the last rank"),
        derived(job::restoreBandwidth, "Checkpoint read bandwidth", BytesPerSecond, Job, LowIsBad, {},
                "bytes that all ranks read in the last checkpoint read after a restart / duration of that read"),
        derived(job::exposedBandwidth, "Exposed bandwidth per rank", BytesPerSecond, Job, LowIsBad, {},
                "bytes of the job's collectives in a step / time in that step during which the ranks only moved data"),
        derived(job::mfuReference, "Reference MFU", Ratio, Job, Neutral, {},
                "value in the cluster file or, without one, the best hour of job.mfu"),
        derived(job::busBandwidth, "Bus bandwidth", BytesPerSecond, Job, LowIsBad, {},
                "bus bandwidth of the slowest communicator between nodes in its last large collective"),
        derived(
            job::traffic, "Fabric traffic of the job's nodes", BytesPerSecond, Job, Neutral, {},
            "bytes sent by the ports of the job's nodes; the traffic of jobs that share a node cannot be separated"),
        derived(job::busBandwidthReference, "Reference bus bandwidth", BytesPerSecond, Job, Neutral, {},
                "value in the cluster file for this operation, size and number of ranks or, without one, the best hour "
                "of job.bus_bandwidth"),
        derived(job::lengthPlanned, "Planned length of the run", Seconds, Job, Neutral, {},
                "value in the cluster file"),
        derived(job::lengthProjected, "Projected length of the run", Seconds, Job, HighIsBad, {},
                "time since the start of the run + (remaining steps × time per step in the last hour); without a start "
                "date, the planned time of the completed steps replaces the first term"),
        derived(job::power, "Power of the job's GPUs", Watt, Job, Neutral, {},
                "sum of the power of the GPUs of the job's ranks"),
        derived(job::coolingPower, "Cooling power for the job's GPUs", Watt, Job, Neutral, {},
                "power of the job's GPUs × (partial PUE − 1)"),
    };
}

/// Derived metrics of the whole cluster. The window's header shows them, and they give it a history.
std::vector<MetricDescriptor> ofCluster()
{
    using namespace metrics;
    using enum Unit;
    using enum EntityKind;
    using enum Direction;
    return {
        derived(cluster::goodput, "Goodput of the cluster", Ratio, Cluster, LowIsBad, {},
                "productive share of the GPU time of all jobs, over the last 16 steps of each job"),
        derived(cluster::gpusReserved, "GPUs held by training jobs", None, Cluster, Neutral, {},
                "number of ranks of all jobs that report steps"),
        derived(cluster::gpusDelivering, "Effective GPUs", None, Cluster, LowIsBad, {},
                "number of ranks of training jobs × goodput"),
        derived(cluster::waitShare, "Wait loss of the cluster", Ratio, Cluster, HighIsBad, {},
                "share of the GPU time of all jobs during which ranks waited, over the last 16 steps of each job"),
        derived(cluster::gpuUtilisation, "GPU utilisation of the cluster", Ratio, Cluster, Neutral, {},
                "mean utilisation of all GPUs that report it"),
        derived(cluster::busBandwidth, "Bus bandwidth of the cluster relative to line rate", Ratio, Cluster, LowIsBad,
                {},
                "bus bandwidth of each GPU in its last large collective / line rate of the slowest NIC in its ring, "
                "averaged over all GPUs"),
        derived(cluster::mfu, "MFU of the cluster", Ratio, Cluster, LowIsBad, {},
                "mean of job.mfu over the GPUs of all jobs that report it"),
        derived(cluster::mfuReference, "Reference MFU of the cluster", Ratio, Cluster, Neutral, {},
                "mean of job.mfu.reference over the same GPUs, if each of their jobs has one"),
        derived(cluster::power, "Power of the cluster", Watt, Cluster, Neutral, {},
                "sum of the power of all nodes that report it or, if none does, of all GPUs; a node without data keeps "
                "its value for 10 s"),
        derived(cluster::coolingPower, "Power of all cooling units", Watt, Cluster, Neutral, {},
                "sum of loop.power; missing unless every loop reports it"),
        derived(cluster::partialPue, "Partial PUE, cooling units only", None, Cluster, HighIsBad, {},
                "(power of the cluster + power of all cooling units) / power of the cluster"),
        derived(cluster::powerRamp, "Power of the cluster, change per second", Watt, Cluster, Neutral, {},
                "(power of the cluster − its power one sample earlier) / time between the two samples; missing after a "
                "gap"),
        derived(cluster::powerSwing, "Power of the cluster, peak to trough", Watt, Cluster, HighIsBad, {},
                "highest power − lowest power within the utility's window, or within 10 s if no window is set"),
        derived(cluster::powerSine, "Power of the cluster, strongest swing", Watt, Cluster, HighIsBad, {},
                "largest amplitude of a sine in the last minute, from 0.1 Hz or the lower end of the utility's band up "
                "to half of the sampling rate"),
        derived(cluster::energy, "Energy of the cluster in the last hour", Joule, Cluster, Neutral, {},
                "sum of cluster.power × time over the last hour"),
    };
}

std::vector<MetricDescriptor> derivedMetrics()
{
    std::vector<MetricDescriptor> all;
    for (auto part : {ofHeat(), ofFabric(), ofSteps(), ofJobs(), ofCluster()})
        all.insert(all.end(), std::make_move_iterator(part.begin()), std::make_move_iterator(part.end()));
    for (const PointwiseMetric& row : pointwiseMetrics())
        all.push_back(row.descriptor);
    return all;
}

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

/// Rate of events that should not happen: any value above 0 is a warning.
MetricDescriptor faults(std::string name, std::string title, EntityKind kind)
{
    return gauge(std::move(name), std::move(title), PerSecond, kind, HighIsBad, 0.001F);
}

/// Lifetime count of such events. Hardware and drivers reset it, and some counters saturate.
MetricDescriptor lifetime(std::string name, std::string title, EntityKind kind, std::optional<float> large = {})
{
    MetricDescriptor count
        = gauge(std::move(name), std::move(title) + ", lifetime", None, kind, large ? HighIsBad : Neutral, large);
    count.kind = MetricKind::Counter;
    return count;
}

std::vector<MetricDescriptor> measuredMetrics()
{
    using namespace metrics;
    return {
        gauge(node::reported, "Reported", None, Node),
        ratio(node::cpuUtilisation, "CPU utilisation", Node),
        ratio(node::cpuSystem, "CPU time in the kernel", Node, HighIsBad, 0.5F),
        ratio(node::cpuIowait, "CPU time waiting for I/O", Node, HighIsBad, 0.2F),
        ratio(node::cpuSteal, "CPU time stolen by the hypervisor", Node, HighIsBad, 0.1F),
        gauge(node::cpuFrequency, "CPU frequency, mean of the cores", Hertz, Node),
        gauge(node::cpuThrottles, "Thermal throttling events of the CPU cores", PerSecond, Node, HighIsBad),
        ratio(core::utilisation, "Core utilisation", Core),
        gauge(core::frequency, "Core frequency", Hertz, Core),
        gauge(node::memoryUsed, "Memory used", Bytes, Node),
        ratio(node::memoryUtilisation, "Memory utilisation", Node, HighIsBad, 0.9F, 0.97F),
        gauge(node::memoryCached, "Memory cached", Bytes, Node),
        gauge(node::memoryDirty, "Memory not yet written to disk", Bytes, Node, HighIsBad),
        gauge(node::swapUsed, "Swap used", Bytes, Node, HighIsBad),
        ratio(node::pressureCpuSome, "CPU pressure, some stalled", Node, HighIsBad, 0.4F),
        ratio(node::pressureMemorySome, "Memory pressure, some stalled", Node, HighIsBad, 0.1F, 0.4F),
        ratio(node::pressureMemoryFull, "Memory pressure, all stalled", Node, HighIsBad, 0.05F, 0.2F),
        ratio(node::pressureIoSome, "I/O pressure, some stalled", Node, HighIsBad, 0.4F, 0.8F),
        ratio(node::pressureIoFull, "I/O pressure, all stalled", Node, HighIsBad, 0.2F, 0.6F),
        gauge(node::jobs, "Jobs with a control group", None, Node),
        gauge(node::jobsKilled, "Job processes killed by the OOM killer per tick", None, Node, HighIsBad, 1.0F),
        ratio(node::jobsThrottled, "Highest CPU throttling of any job", Node, HighIsBad, 0.1F, 0.5F),
        ratio(node::jobsPressureCpu, "Highest CPU pressure of any job", Node, HighIsBad),
        ratio(node::jobsPressureMemory, "Highest memory pressure of any job", Node, HighIsBad, 0.1F, 0.4F),
        ratio(node::jobsPressureIo, "Highest I/O pressure of any job", Node, HighIsBad),
        gauge(node::load1min, "Load average, 1 min", None, Node),
        gauge(node::processesRunning, "Runnable processes", None, Node),
        gauge(node::processesBlocked, "Processes blocked on I/O", None, Node, HighIsBad),
        gauge(node::threads, "Threads", None, Node),
        gauge(node::contextSwitches, "Context switches", PerSecond, Node),
        gauge(node::power, "Node power", Watt, Node),
        faults(node::tcpRetransmits, "TCP retransmits", Node),
        gauge(node::softnetProcessed, "Packets processed by the kernel", PerSecond, Node),
        faults(node::softnetDropped, "Packets dropped, CPU backlog full", Node),
        gauge(node::softnetSqueezed, "Packet processing cut short for lack of CPU time", PerSecond, Node, HighIsBad),
        gauge(node::ncclCommunicators, "NCCL communicators, from RAS", None, Node),
        gauge(node::ncclRanksMissing, "NCCL ranks not answering, from RAS", None, Node, HighIsBad, 1.0F),
        gauge(node::ncclRanksBehind, "NCCL ranks behind the others, from RAS", None, Node, HighIsBad, 1.0F),
        ratio(node::ncclWaitGpu, "NCCL transfers waiting for the local GPU", Node),
        ratio(node::ncclWaitPeer, "NCCL transfers waiting for the peer", Node),
        ratio(node::ncclWaitNetwork, "NCCL transfers waiting for the network", Node),
        gauge(disk::read, "Disk read", BytesPerSecond, Disk),
        gauge(disk::write, "Disk write", BytesPerSecond, Disk),
        gauge(disk::reads, "Disk reads", PerSecond, Disk),
        gauge(disk::writes, "Disk writes", PerSecond, Disk),
        ratio(disk::utilisation, "Disk busy time", Disk, HighIsBad, 0.9F),
        gauge(disk::latency, "Disk latency per I/O", Seconds, Disk, HighIsBad, 0.02F, 0.1F),
        ratio(disk::used, "File system used", Disk, HighIsBad, 0.95F, 0.97F),

        gauge(port::transmit, "Port transmit", BytesPerSecond, Port),
        gauge(port::receive, "Port receive", BytesPerSecond, Port),
        ratio(port::utilisation, "Port utilisation, busier direction", Port),
        gauge(port::transmitPackets, "Packets sent", PerSecond, Port),
        gauge(port::receivePackets, "Packets received", PerSecond, Port),
        gauge(port::rate, "Port signalling rate", BitsPerSecond, Port, LowIsBad),
        ratio(port::up, "Port up", Port, LowIsBad, 0.999F, 0.5F),
        ratio(port::transmitWait, "Waiting for credit, share of time", Port, HighIsBad, 0.05F, 0.3F),
        faults(port::transmitErrors, "Transmit errors", Port),
        faults(port::receiveErrors, "Receive errors", Port),
        faults(port::transmitDrops, "Transmit drops", Port),
        faults(port::receiveDrops, "Receive drops", Port),
        faults(port::symbolErrors, "Symbol errors", Port),
        faults(port::linkErrorRecovery, "Link error recoveries", Port),
        faults(port::linkDowned, "Link-down events", Port),
        faults(port::linkReplays, "Link-level replays", Port),
        // Corrected errors, which some links have all the time.
        gauge(port::eccErrors, "Link ECC errors", PerSecond, Port, HighIsBad),
        // The limit of RS(544,514), the FEC of links of 50 Gbit/s a lane and more.
        gauge(port::fecBitErrorRatio, "Pre-FEC bit error ratio", None, Port, HighIsBad, 2.4e-4F),
        faults(port::fecUncorrectable, "Codewords uncorrectable by FEC", Port),
        gauge(port::symbolErrorRatio, "Symbol error ratio", None, Port, HighIsBad),
        faults(port::retransmits, "Transport retransmits", Port),
        faults(port::congestionMarks, "Congestion notifications", Port),
        faults(port::pauses, "Pause frames", Port),
        gauge(port::transmitUnicastPackets, "Unicast packets sent", PerSecond, Port),
        gauge(port::receiveUnicastPackets, "Unicast packets received", PerSecond, Port),
        gauge(port::transmitMulticastPackets, "Multicast packets sent", PerSecond, Port),
        gauge(port::receiveMulticastPackets, "Multicast packets received", PerSecond, Port),
        gauge(port::transmitWaitTicks, "Time waiting for credit (in link ticks)", PerSecond, Port, HighIsBad),
        faults(port::remotePhysicalErrors, "Physical errors at the far end", Port),
        faults(port::switchRelayErrors, "Packets a switch could not relay", Port),
        faults(port::transmitConstraintErrors, "Transmit constraint errors", Port),
        faults(port::receiveConstraintErrors, "Receive constraint errors", Port),
        faults(port::linkIntegrityErrors, "Local link integrity errors", Port),
        faults(port::bufferOverrunErrors, "Buffer overruns", Port),
        faults(port::vl15Drops, "Management packets dropped", Port),
        faults(port::rdmaOutOfBuffer, "Drops, no receive buffer", Port),
        faults(port::rdmaOutOfSequence, "Packets out of sequence", Port),
        faults(port::rdmaPacketSequenceErrors, "Sequence error NAKs", Port),
        faults(port::rdmaAckTimeouts, "Acknowledgement timeouts", Port),
        faults(port::rdmaRnrRetries, "Receiver-not-ready retries", Port),
        faults(port::rdmaImpliedNakErrors, "Implied NAKs", Port),
        faults(port::rdmaDuplicateRequests, "Duplicate requests", Port),
        faults(port::rdmaIcrcErrors, "RoCE packets with a bad ICRC", Port),
        faults(port::rdmaAdaptiveRetransmits, "Adaptive retransmissions", Port),
        faults(port::rdmaAdaptiveRetransmitTimeouts, "Adaptive retransmission timeouts", Port),
        faults(port::rdmaSlowRestarts, "RoCE slow restarts", Port),
        faults(port::rdmaSlowRestartNotifications, "Notifications from slow restarts", Port),
        faults(port::rdmaSlowRestartTransitions, "Transitions to slow restart", Port),
        faults(port::rdmaRequesterCompletionErrors, "Requester completion errors", Port),
        faults(port::rdmaRequesterFlushErrors, "Requester flush errors", Port),
        faults(port::rdmaRequesterRemoteAccessErrors, "Requester remote access errors", Port),
        faults(port::rdmaRequesterInvalidRequests, "Requester invalid requests", Port),
        faults(port::rdmaResponderCompletionErrors, "Responder completion errors", Port),
        faults(port::rdmaResponderFlushErrors, "Responder flush errors", Port),
        faults(port::rdmaResponderLengthErrors, "Responder length errors", Port),
        faults(port::rdmaResponderRemoteAccessErrors, "Responder remote access errors", Port),
        faults(port::rdmaNotificationsSent, "Congestion notifications sent", Port),
        faults(port::rdmaNotificationsHandled, "Congestion notifications handled", Port),
        faults(port::rdmaNotificationsIgnored, "Congestion notifications ignored", Port),
        gauge(port::queueDrops, "Packets dropped in a switch's queues", PerSecond, Port, HighIsBad),
        // Operating limit of commercial optics.
        gauge(port::opticsTemperature, "Transceiver temperature", Celsius, Port, HighIsBad, 70.0F),
        gauge(port::opticsTransmitPower, "Optical transmit power, weakest lane", Watt, Port, LowIsBad),
        gauge(port::opticsReceivePower, "Optical receive power, weakest lane", Watt, Port, LowIsBad),
        gauge(port::opticsReceivePowerLowLimit, "Optical receive power, module's low alarm", Watt, Port),
        gauge(port::opticsBias, "Laser bias, strongest lane", Ampere, Port),

        lifetime(port::linkDownedTotal, "Link-down events", Port, 10.0F),
        lifetime(port::linkErrorRecoveryTotal, "Link error recoveries", Port, 10.0F),
        lifetime(port::linkReplaysTotal, "Link-level replays", Port, 1000.0F),
        lifetime(port::eccErrorsTotal, "Link ECC errors", Port),
        lifetime(port::symbolErrorsTotal, "Symbol errors", Port, 1000.0F),
        lifetime(port::linkIntegrityErrorsTotal, "Local link integrity errors", Port, 100.0F),
        lifetime(port::bufferOverrunErrorsTotal, "Buffer overruns", Port, 100.0F),
        lifetime(port::receiveErrorsTotal, "Receive errors", Port, 1000.0F),
        lifetime(port::transmitErrorsTotal, "Transmit errors", Port, 1000.0F),
        lifetime(port::receiveDropsTotal, "Receive drops", Port),
        lifetime(port::transmitDropsTotal, "Transmit drops", Port),

        gauge(sensor::temperature, "Sensor temperature", Celsius, Sensor, HighIsBad),
        gauge(sensor::temperatureMargin, "Margin to the sensor's own limit", KelvinDelta, Sensor, LowIsBad, 10.0F,
              3.0F),
        gauge(sensor::temperatureHighLimit, "Sensor's own warning limit", Celsius, Sensor),
        gauge(sensor::temperatureCriticalLimit, "Sensor's own critical limit", Celsius, Sensor),
        gauge(sensor::fan, "Fan speed", RotationsPerMinute, Sensor, LowIsBad),
        gauge(sensor::fanLowLimit, "Fan's own lower limit", RotationsPerMinute, Sensor),
        gauge(sensor::power, "Sensor power", Watt, Sensor),
        gauge(sensor::powerLimit, "Sensor's own power cap", Watt, Sensor),
        gauge(sensor::voltage, "Sensor voltage", Volt, Sensor),
        gauge(sensor::voltageLowLimit, "Sensor's own lower voltage limit", Volt, Sensor),
        gauge(sensor::voltageHighLimit, "Sensor's own upper voltage limit", Volt, Sensor),
        gauge(sensor::current, "Sensor current", Ampere, Sensor),
        gauge(sensor::currentLimit, "Sensor's own current limit", Ampere, Sensor),
        ratio(sensor::pumpSpeed, "Speed of one pump", Sensor, LowIsBad),
        ratio(sensor::humidity, "Relative humidity", Sensor),
        gauge(sensor::pressure, "Pressure", Pascal, Sensor),
        gauge(sensor::flow, "Sensor flow", LitersPerMinute, Sensor),
        // For alerts, aggregated by rack and loop.
        gauge(sensor::leak, "Leak detector (1 warning, 2 critical)", None, Sensor, HighIsBad, 1.0F),

        gauge(rack::power, "Rack power", Watt, Rack),
        // ASHRAE TC 9.9: upper limits of the allowable ranges of classes A1 and A3.
        gauge(rack::inletTemperature, "Rack inlet", Celsius, Rack, HighIsBad, 32.0F, 40.0F),
        gauge(rack::leak, "Worst leak detector of the rack (1 warning, 2 critical)", None, Rack, HighIsBad, 1.0F, 2.0F),

        gauge(gpu::temperature, "GPU temperature", Celsius, Gpu, HighIsBad, 83.0F, 87.0F),
        gauge(gpu::memoryTemperature, "GPU memory temperature", Celsius, Gpu, HighIsBad, 90.0F, 95.0F),
        gauge(gpu::temperatureSlowdownLimit, "GPU slowdown limit", Celsius, Gpu),
        gauge(gpu::temperatureShutdownLimit, "GPU shutdown limit", Celsius, Gpu),
        gauge(gpu::temperatureMargin, "Margin to the GPU's slowdown limit", KelvinDelta, Gpu, LowIsBad, 6.0F, 2.0F),
        gauge(gpu::power, "GPU power", Watt, Gpu),
        gauge(gpu::powerLimit, "GPU power limit", Watt, Gpu),
        gauge(gpu::clockSm, "SM clock", Hertz, Gpu, LowIsBad),
        gauge(gpu::clockMemory, "Memory clock", Hertz, Gpu, LowIsBad),
        gauge(gpu::throttleReasons, "Throttle reasons", Bitmask, Gpu),
        ratio(gpu::throttled, "Throttled by heat or power brake", Gpu, HighIsBad, 0.01F, 0.5F),
        ratio(gpu::utilisation, "GPU utilisation", Gpu),
        ratio(gpu::memoryUtilisation, "GPU memory controller utilisation", Gpu),
        gauge(gpu::memoryUsed, "GPU memory used", Bytes, Gpu),
        gauge(gpu::memoryTotal, "GPU memory", Bytes, Gpu),
        gauge(gpu::processes, "Processes that compute on the GPU", None, Gpu),
        faults(gpu::eccCorrected, "ECC errors, corrected", Gpu),
        gauge(gpu::eccUncorrected, "ECC errors, uncorrected", PerSecond, Gpu, HighIsBad, {}, 0.001F),
        lifetime(gpu::eccCorrectedTotal, "ECC errors, corrected", Gpu, 10'000.0F),
        lifetime(gpu::eccUncorrectedTotal, "ECC errors, uncorrected", Gpu, 1.0F),
        gauge(gpu::rowsRemapped, "GPU memory rows remapped for uncorrectable errors", None, Gpu, HighIsBad),
        gauge(gpu::rowsPending, "GPU memory rows waiting to be remapped", None, Gpu, HighIsBad),
        gauge(gpu::rowsFailed, "GPU memory rows that could not be remapped", None, Gpu, HighIsBad),
        gauge(gpu::xid, "Last XID error", None, Gpu),
        gauge(gpu::trainStep, "Last completed training step", None, Gpu),
        gauge(gpu::trainLoss, "Training loss of the rank", None, Gpu),
        gauge(gpu::trainGradientNorm, "Gradient norm of the rank", None, Gpu),
        lifetime(gpu::nvlinkErrorsTotal, "NVLink errors", Gpu, 1000.0F),
        lifetime(gpu::pcieReplaysTotal, "PCIe replays", Gpu, 1000.0F),
        gauge(gpu::nvlinkTransmit, "NVLink transmit", BytesPerSecond, Gpu),
        gauge(gpu::nvlinkReceive, "NVLink receive", BytesPerSecond, Gpu),
        faults(gpu::nvlinkErrors, "NVLink errors", Gpu),
        gauge(gpu::pcieTransmit, "PCIe transmit", BytesPerSecond, Gpu),
        gauge(gpu::pcieReceive, "PCIe receive", BytesPerSecond, Gpu),
        faults(gpu::pcieReplays, "PCIe replays", Gpu),
        gauge(gpu::pcieLanes, "PCIe lanes", None, Gpu, LowIsBad),
        ratio(gpu::smActivity, "SM activity", Gpu),
        ratio(gpu::tensorActivity, "Tensor pipe activity", Gpu),
        gauge(gpu::fan, "GPU fan", Ratio, Gpu, Neutral, {}, {}, 1.0F),

        gauge(loop::flow, "Coolant flow", LitersPerMinute, Loop, LowIsBad),
        gauge(loop::flowRated, "Coolant flow, rated", LitersPerMinute, Loop),
        // ASHRAE TC 9.9 class W45, the warmest numbered supply class; loops are designed for a rise of 8 to 12 K.
        gauge(loop::supplyTemperature, "Coolant supply", Celsius, Loop, HighIsBad, 45.0F, 50.0F),
        gauge(loop::returnTemperature, "Coolant return", Celsius, Loop, HighIsBad, 60.0F, 65.0F),
        ratio(loop::pumpSpeed, "Pump speed", Loop, LowIsBad),
        gauge(loop::pumpPower, "Pump power", Watt, Loop),
        gauge(loop::pressure, "Coolant pressure across the pump", Pascal, Loop),
        gauge(loop::supplyPressure, "Coolant pressure, supply", Pascal, Loop),
        gauge(loop::returnPressure, "Coolant pressure, return", Pascal, Loop),
        gauge(loop::primaryFlow, "Facility water flow", LitersPerMinute, Loop, LowIsBad),
        gauge(loop::primarySupplyTemperature, "Facility water supply", Celsius, Loop, HighIsBad),
        gauge(loop::primaryReturnTemperature, "Facility water return", Celsius, Loop, HighIsBad),
        gauge(loop::primaryPressure, "Facility water pressure drop across the unit", Pascal, Loop),
        gauge(loop::dewPoint, "Dew point at the cooling unit", Celsius, Loop, HighIsBad),
        // ASHRAE TC 9.9 requires 2 K above the dew point; at 0 water condenses on the pipes.
        gauge(loop::dewPointMargin, "Coolant supply above the dew point", KelvinDelta, Loop, LowIsBad, 2.0F, 0.5F),
        gauge(loop::leak, "Worst leak detector (1 warning, 2 critical)", None, Loop, HighIsBad, 1.0F, 2.0F),
        gauge(loop::power, "Power drawn by the cooling unit", Watt, Loop),
        gauge(loop::outdoorTemperature, "Outdoor temperature at the cooling plant", Celsius, Loop),
        gauge(loop::supplyAirTemperature, "Air supply temperature of the cooling unit", Celsius, Loop),
        gauge(loop::filterLife, "Filter hours relative to rated life", Ratio, Loop, HighIsBad, 1.0F, {}, 1.0F),
        ratio(loop::reservoirLevel, "Coolant in the reservoir", Loop, LowIsBad),
        gauge(loop::heat, "Heat removed", Watt, Loop),
        gauge(loop::capacity, "Cooling capacity at the set point", Watt, Loop, LowIsBad),
        gauge(loop::electricalPower, "Electrical power of the cooled nodes", Watt, Loop),

        gauge(serving::requests, "Requests", PerSecond, Job),
        gauge(serving::timeToFirstToken, "Time to first token", Seconds, Job, HighIsBad, 1.0F, 5.0F),
        gauge(serving::timePerToken, "Time per output token", Seconds, Job, HighIsBad, 0.05F, 0.2F),
        ratio(serving::utilisation, "Pool utilisation", Job),
        gauge(serving::queue, "Longest queue of the pool", Seconds, Job, HighIsBad, 1.0F, 10.0F),
        // At a few requests per second, some node is always the busiest, so imbalance alone raises no alert.
        gauge(serving::imbalance, "Busiest node of the pool relative to the mean", Ratio, Job, HighIsBad, 1.0F),
        gauge(serving::timeToFirstTokenTail, "Time to first token, 99th percentile", Seconds, Job, HighIsBad),
        gauge(serving::timePerTokenTail, "Time per output token, 99th percentile", Seconds, Job, HighIsBad),
        gauge(serving::requestTime, "Request time, median", Seconds, Job, HighIsBad),
        gauge(serving::requestTimeTail, "Request time, 99th percentile", Seconds, Job, HighIsBad),
        gauge(serving::running, "Requests in progress", None, Job),
        gauge(serving::waiting, "Requests waiting", None, Job, HighIsBad),
        ratio(serving::kvCache, "KV cache in use", Job, HighIsBad),
        gauge(serving::preemptions, "Requests preempted", PerSecond, Job, HighIsBad),
        gauge(serving::promptTokens, "Prompt tokens", PerSecond, Job),
        gauge(serving::generatedTokens, "Generated tokens", PerSecond, Job),
        gauge(serving::transferTime, "KV cache transfer between pools", Seconds, Job, HighIsBad),
        gauge(serving::transferTimeTail, "KV cache transfer between pools, 99th percentile", Seconds, Job, HighIsBad),
        gauge(serving::transferBytes, "KV cache sent between pools", BytesPerSecond, Job),
        gauge(serving::transferFailures, "Failed KV cache transfers", PerSecond, Job, HighIsBad),
        gauge(serving::transferWaiting, "Requests waiting between pools", None, Job, HighIsBad),
        gauge(serving::firstTokenBurn, "Burn rate of the time-to-first-token target", None, Job, HighIsBad),
        gauge(serving::perTokenBurn, "Burn rate of the time-per-token target", None, Job, HighIsBad),
        gauge(job::stepsTotal, "Planned steps", None, Job),
        gauge(job::loss, "Training loss", None, Job),
        gauge(job::gradientNorm, "Gradient norm", None, Job),
        gauge(job::tokensPerStep, "Tokens per step", None, Job),
        gauge(job::samplesPerStep, "Samples per step", None, Job),
        gauge(job::flopsPerStep, "Floating-point operations per step", None, Job),
        gauge(job::peakFlops, "Peak rate of one GPU (operations per second)", PerSecond, Job),
        gauge(job::allocatedGpus, "GPUs allocated to the job", None, Job),
        gauge(job::allocatedNodes, "Nodes allocated to the job", None, Job),
        gauge(job::queueTime, "Queue time of the job", Seconds, Job, HighIsBad),
        gauge(job::requeues, "Requeues by the scheduler", None, Job, HighIsBad),
        gauge(job::pending, "Job is waiting in the queue", None, Job, HighIsBad, {}, {}, 1.0F),

        gauge(tenant::gpusAllocated, "GPUs allocated to the tenant", None, Tenant),
        gauge(tenant::gpusWanted, "GPUs requested by waiting jobs of the tenant", None, Tenant),
        gauge(tenant::jobsRunning, "Running jobs of the tenant", None, Tenant),
        gauge(tenant::jobsPending, "Waiting jobs of the tenant", None, Tenant),

        // A scheduler's metrics: for each node, and for the cluster on the node that queries the scheduler. Drained
        // nodes are reported but raise no alert, because draining is intended.
        gauge(node::gpus, "GPUs of the node, according to the scheduler", None, Node),
        gauge(node::gpusAllocated, "Allocated GPUs of the node", None, Node),
        gauge(node::gpusIdle, "Idle GPUs of the node that are available", None, Node),
        gauge(node::gpusUnavailable, "GPUs of the node that are drained or down", None, Node, HighIsBad),
        gauge(node::drained, "Drained or down, according to the scheduler", None, Node, HighIsBad, {}, {}, 1.0F),
        gauge(scheduler::gpus, "GPUs of the cluster, according to the scheduler", None, Node),
        gauge(scheduler::gpusAllocated, "GPUs allocated", None, Node),
        gauge(scheduler::gpusIdle, "Idle GPUs that are available", None, Node),
        gauge(scheduler::gpusUnavailable, "GPUs drained or down", None, Node, HighIsBad),
        gauge(scheduler::gpusOnIdleNodes, "Idle GPUs on fully idle nodes", None, Node),
        gauge(scheduler::gpusWanted, "GPUs requested by waiting jobs", None, Node),
        ratio(scheduler::fragmentation, "Idle GPUs on partly used nodes", Node, HighIsBad),
        gauge(scheduler::nodesUnavailable, "Nodes drained or down", None, Node, HighIsBad),
        gauge(scheduler::jobsRunning, "Running jobs", None, Node),
        gauge(scheduler::jobsPending, "Waiting jobs", None, Node),
        gauge(scheduler::longestWait, "Longest wait in the queue", Seconds, Node, HighIsBad),
        gauge(scheduler::answerTime, "Response time of the scheduler", Seconds, Node, HighIsBad),

        gauge(selftest::cpu, "Self-test: CPU, floating-point operations per second", PerSecond, Node, LowIsBad),
        gauge(selftest::memory, "Self-test: memory bandwidth", BytesPerSecond, Node, LowIsBad),
        gauge(selftest::diskWrite, "Self-test: disk write", BytesPerSecond, Node, LowIsBad),
        gauge(selftest::diskRead, "Self-test: disk read", BytesPerSecond, Node, LowIsBad),
        gauge(selftest::network, "Self-test: TCP over loopback", BytesPerSecond, Node, LowIsBad),
        gauge(selftest::peers, "Self-test: TCP from other nodes", BytesPerSecond, Node, LowIsBad),
        gauge(selftest::age, "Time since the last self-test", Seconds, Node),
        gauge(selftest::gpuGemm, "Self-test: matrix product, operations per second", PerSecond, Gpu, LowIsBad),
        gauge(selftest::gpuFma, "Self-test: fp32 multiply-add, operations per second", PerSecond, Gpu, LowIsBad),
        gauge(selftest::gpuMemory, "Self-test: GPU memory bandwidth", BytesPerSecond, Gpu, LowIsBad),
        gauge(selftest::gpuFromHost, "Self-test: host to GPU", BytesPerSecond, Gpu, LowIsBad),
        gauge(selftest::gpuToHost, "Self-test: GPU to host", BytesPerSecond, Gpu, LowIsBad),
        gauge(selftest::gpuErrors, "Self-test: wrong results", None, Gpu, HighIsBad),

        ratio(agent::cpu, "CPU use of the agent as a share of one core", Node, HighIsBad, 0.05F, 0.2F),
        gauge(agent::memory, "Memory used by the agent", Bytes, Node, HighIsBad),
        gauge(agent::jobEvents, "Job events per tick", None, Node),
        gauge(agent::jobEventsMalformed, "Malformed job events per tick", None, Node, HighIsBad, 1.0F),
        gauge(agent::jobEventsRefused, "Job events for another user's job per tick", None, Node, HighIsBad, 1.0F),
        gauge(agent::readingsRefused, "Implausible device values per tick", None, Node, HighIsBad, 1.0F),
        gauge(agent::jobEventsDropped, "Job events above the limit per tick", None, Node, HighIsBad, 1.0F),
        gauge(agent::jobEventsWaiting, "Job events waiting for the next tick", None, Node, HighIsBad),
        gauge(agent::ncclProcesses, "Processes with the NCCL plugin", None, Node),
        gauge(agent::ncclCollectives, "NCCL collectives", PerSecond, Node),
        gauge(agent::ncclLost, "NCCL collectives lost per tick", None, Node, HighIsBad, 1.0F),
        ratio(agent::ncclCost, "CPU use of the NCCL plugin per process, as a share of one core", Node, HighIsBad, 0.01F,
              0.05F),
    };
}

const std::vector<MetricDescriptor>& catalogue()
{
    static const std::vector<MetricDescriptor> entries = [] {
        std::vector<MetricDescriptor> all = measuredMetrics();
        std::ranges::move(derivedMetrics(), std::back_inserter(all));
        return all;
    }();
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
    return findMetric(std::string(rate).append(metrics::totalSuffix));
}

MetricDescriptor peakOf(const MetricDescriptor& mean)
{
    MetricDescriptor peak = mean;
    peak.name += metrics::peakSuffix;
    peak.title += ", peak within the tick";
    return peak;
}

} // namespace lockstep
