// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

/// Names of all metrics known to the program, by entity kind or reporter. Code uses these constants instead of
/// literals, so that a mistyped name does not compile. A test checks that each is in the catalogue (metriccatalogue.h).
namespace lockstep::metrics {

inline constexpr std::string_view peakSuffix = ".peak"; ///< of the largest value within a tick
inline constexpr std::string_view totalSuffix = ".total"; ///< of the counter behind a rate
inline constexpr std::string_view deviationSuffix = ".deviation"; ///< of a metric against its peers

namespace node {
inline constexpr auto cpuUtilisation = "node.cpu.utilisation";
inline constexpr auto cpuSystem = "node.cpu.system";
inline constexpr auto cpuIowait = "node.cpu.iowait";
inline constexpr auto cpuSteal = "node.cpu.steal";
inline constexpr auto cpuFrequency = "node.cpu.frequency";
inline constexpr auto cpuThrottles = "node.cpu.throttles";
inline constexpr auto memoryUsed = "node.memory.used";
inline constexpr auto memoryUtilisation = "node.memory.utilisation";
inline constexpr auto memoryCached = "node.memory.cached";
inline constexpr auto memoryDirty = "node.memory.dirty";
inline constexpr auto swapUsed = "node.swap.used";
inline constexpr auto pressureCpuSome = "node.pressure.cpu.some";
inline constexpr auto pressureMemorySome = "node.pressure.memory.some";
inline constexpr auto pressureMemoryFull = "node.pressure.memory.full";
inline constexpr auto pressureIoSome = "node.pressure.io.some";
inline constexpr auto pressureIoFull = "node.pressure.io.full";
inline constexpr auto jobs = "node.jobs";
inline constexpr auto jobsKilled = "node.jobs.killed";
inline constexpr auto jobsThrottled = "node.jobs.throttled";
inline constexpr auto jobsPressureCpu = "node.jobs.pressure.cpu";
inline constexpr auto jobsPressureMemory = "node.jobs.pressure.memory";
inline constexpr auto jobsPressureIo = "node.jobs.pressure.io";
inline constexpr auto load1min = "node.load.1min";
inline constexpr auto processesRunning = "node.processes.running";
inline constexpr auto processesBlocked = "node.processes.blocked";
inline constexpr auto threads = "node.threads";
inline constexpr auto contextSwitches = "node.context_switches";
inline constexpr auto power = "node.power";
inline constexpr auto tcpRetransmits = "node.tcp.retransmits";
inline constexpr auto softnetProcessed = "node.softnet.processed";
inline constexpr auto softnetDropped = "node.softnet.dropped";
inline constexpr auto softnetSqueezed = "node.softnet.squeezed";
inline constexpr auto ncclCommunicators = "node.nccl.communicators";
inline constexpr auto ncclRanksMissing = "node.nccl.ranks_missing";
inline constexpr auto ncclRanksBehind = "node.nccl.ranks_behind";
inline constexpr auto ncclWaitGpu = "node.nccl.wait.gpu";
inline constexpr auto ncclWaitPeer = "node.nccl.wait.peer";
inline constexpr auto ncclWaitNetwork = "node.nccl.wait.network";
inline constexpr auto gpus = "node.gpus";
inline constexpr auto gpusAllocated = "node.gpus.allocated";
inline constexpr auto gpusIdle = "node.gpus.idle";
inline constexpr auto gpusUnavailable = "node.gpus.unavailable";
inline constexpr auto drained = "node.drained";
inline constexpr auto reported = "node.reported";
inline constexpr auto recirculation = "node.recirculation";
inline constexpr auto syncBlame = "node.sync.blame";
inline constexpr auto syncWaitShare = "node.sync.wait_share";
} // namespace node

namespace core {
inline constexpr auto utilisation = "core.utilisation";
inline constexpr auto frequency = "core.frequency";
} // namespace core

namespace disk {
inline constexpr auto read = "disk.read";
inline constexpr auto write = "disk.write";
inline constexpr auto reads = "disk.reads";
inline constexpr auto writes = "disk.writes";
inline constexpr auto utilisation = "disk.utilisation";
inline constexpr auto latency = "disk.latency";
inline constexpr auto used = "disk.used";
} // namespace disk

namespace port {
inline constexpr auto transmit = "port.transmit";
inline constexpr auto receive = "port.receive";
inline constexpr auto utilisation = "port.utilisation";
inline constexpr auto transmitPackets = "port.transmit_packets";
inline constexpr auto receivePackets = "port.receive_packets";
inline constexpr auto rate = "port.rate";
inline constexpr auto up = "port.up";
inline constexpr auto transmitWait = "port.transmit_wait";
inline constexpr auto transmitErrors = "port.transmit_errors";
inline constexpr auto receiveErrors = "port.receive_errors";
inline constexpr auto transmitDrops = "port.transmit_drops";
inline constexpr auto receiveDrops = "port.receive_drops";
inline constexpr auto symbolErrors = "port.symbol_errors";
inline constexpr auto linkErrorRecovery = "port.link_error_recovery";
inline constexpr auto linkDowned = "port.link_downed";
inline constexpr auto linkReplays = "port.link_replays";
inline constexpr auto eccErrors = "port.ecc_errors";
inline constexpr auto fecBitErrorRatio = "port.fec.bit_error_ratio";
inline constexpr auto fecUncorrectable = "port.fec.uncorrectable";
inline constexpr auto symbolErrorRatio = "port.symbol_error_ratio";
inline constexpr auto retransmits = "port.retransmits";
inline constexpr auto congestionMarks = "port.congestion_marks";
inline constexpr auto pauses = "port.pauses";
inline constexpr auto transmitUnicastPackets = "port.transmit_unicast_packets";
inline constexpr auto receiveUnicastPackets = "port.receive_unicast_packets";
inline constexpr auto transmitMulticastPackets = "port.transmit_multicast_packets";
inline constexpr auto receiveMulticastPackets = "port.receive_multicast_packets";
inline constexpr auto transmitWaitTicks = "port.transmit_wait_ticks";
inline constexpr auto remotePhysicalErrors = "port.remote_physical_errors";
inline constexpr auto switchRelayErrors = "port.switch_relay_errors";
inline constexpr auto transmitConstraintErrors = "port.transmit_constraint_errors";
inline constexpr auto receiveConstraintErrors = "port.receive_constraint_errors";
inline constexpr auto linkIntegrityErrors = "port.link_integrity_errors";
inline constexpr auto bufferOverrunErrors = "port.buffer_overrun_errors";
inline constexpr auto vl15Drops = "port.vl15_drops";
inline constexpr auto rdmaOutOfBuffer = "port.rdma.out_of_buffer";
inline constexpr auto rdmaOutOfSequence = "port.rdma.out_of_sequence";
inline constexpr auto rdmaPacketSequenceErrors = "port.rdma.packet_sequence_errors";
inline constexpr auto rdmaAckTimeouts = "port.rdma.ack_timeouts";
inline constexpr auto rdmaRnrRetries = "port.rdma.rnr_retries";
inline constexpr auto rdmaImpliedNakErrors = "port.rdma.implied_nak_errors";
inline constexpr auto rdmaDuplicateRequests = "port.rdma.duplicate_requests";
inline constexpr auto rdmaIcrcErrors = "port.rdma.icrc_errors";
inline constexpr auto rdmaAdaptiveRetransmits = "port.rdma.adaptive_retransmits";
inline constexpr auto rdmaAdaptiveRetransmitTimeouts = "port.rdma.adaptive_retransmit_timeouts";
inline constexpr auto rdmaSlowRestarts = "port.rdma.slow_restarts";
inline constexpr auto rdmaSlowRestartNotifications = "port.rdma.slow_restart_notifications";
inline constexpr auto rdmaSlowRestartTransitions = "port.rdma.slow_restart_transitions";
inline constexpr auto rdmaRequesterCompletionErrors = "port.rdma.requester_completion_errors";
inline constexpr auto rdmaRequesterFlushErrors = "port.rdma.requester_flush_errors";
inline constexpr auto rdmaRequesterRemoteAccessErrors = "port.rdma.requester_remote_access_errors";
inline constexpr auto rdmaRequesterInvalidRequests = "port.rdma.requester_invalid_requests";
inline constexpr auto rdmaResponderCompletionErrors = "port.rdma.responder_completion_errors";
inline constexpr auto rdmaResponderFlushErrors = "port.rdma.responder_flush_errors";
inline constexpr auto rdmaResponderLengthErrors = "port.rdma.responder_length_errors";
inline constexpr auto rdmaResponderRemoteAccessErrors = "port.rdma.responder_remote_access_errors";
inline constexpr auto rdmaNotificationsSent = "port.rdma.notifications_sent";
inline constexpr auto rdmaNotificationsHandled = "port.rdma.notifications_handled";
inline constexpr auto rdmaNotificationsIgnored = "port.rdma.notifications_ignored";
inline constexpr auto queueDrops = "port.queue.drops";
inline constexpr auto opticsTemperature = "port.optics.temperature";
inline constexpr auto opticsTransmitPower = "port.optics.transmit_power";
inline constexpr auto opticsReceivePower = "port.optics.receive_power";
inline constexpr auto opticsReceivePowerLowLimit = "port.optics.receive_power.low_limit";
inline constexpr auto opticsBias = "port.optics.bias";
inline constexpr auto linkDownedTotal = "port.link_downed.total";
inline constexpr auto linkErrorRecoveryTotal = "port.link_error_recovery.total";
inline constexpr auto linkReplaysTotal = "port.link_replays.total";
inline constexpr auto eccErrorsTotal = "port.ecc_errors.total";
inline constexpr auto symbolErrorsTotal = "port.symbol_errors.total";
inline constexpr auto linkIntegrityErrorsTotal = "port.link_integrity_errors.total";
inline constexpr auto bufferOverrunErrorsTotal = "port.buffer_overrun_errors.total";
inline constexpr auto receiveErrorsTotal = "port.receive_errors.total";
inline constexpr auto transmitErrorsTotal = "port.transmit_errors.total";
inline constexpr auto receiveDropsTotal = "port.receive_drops.total";
inline constexpr auto transmitDropsTotal = "port.transmit_drops.total";
inline constexpr auto utilisationPeak = "port.utilisation.peak";
inline constexpr auto timeToLimit = "port.time_to_limit";
inline constexpr auto trouble = "port.trouble";
inline constexpr auto uplinkSkew = "port.uplink.skew";
inline constexpr auto burst = "port.burst";
inline constexpr auto falls = "port.falls";
inline constexpr auto congestionVictims = "port.congestion.victims";
} // namespace port

namespace sensor {
inline constexpr auto temperature = "sensor.temperature";
inline constexpr auto temperatureMargin = "sensor.temperature.margin";
inline constexpr auto temperatureHighLimit = "sensor.temperature.high_limit";
inline constexpr auto temperatureCriticalLimit = "sensor.temperature.critical_limit";
inline constexpr auto fan = "sensor.fan";
inline constexpr auto fanLowLimit = "sensor.fan.low_limit";
inline constexpr auto power = "sensor.power";
inline constexpr auto powerLimit = "sensor.power.limit";
inline constexpr auto voltage = "sensor.voltage";
inline constexpr auto voltageLowLimit = "sensor.voltage.low_limit";
inline constexpr auto voltageHighLimit = "sensor.voltage.high_limit";
inline constexpr auto current = "sensor.current";
inline constexpr auto currentLimit = "sensor.current.limit";
inline constexpr auto pumpSpeed = "sensor.pump_speed";
inline constexpr auto humidity = "sensor.humidity";
inline constexpr auto pressure = "sensor.pressure";
inline constexpr auto flow = "sensor.flow";
inline constexpr auto leak = "sensor.leak";
} // namespace sensor

namespace gpu {
inline constexpr auto temperature = "gpu.temperature";
inline constexpr auto memoryTemperature = "gpu.memory.temperature";
inline constexpr auto temperatureSlowdownLimit = "gpu.temperature.slowdown_limit";
inline constexpr auto temperatureShutdownLimit = "gpu.temperature.shutdown_limit";
inline constexpr auto temperatureMargin = "gpu.temperature.margin";
inline constexpr auto power = "gpu.power";
inline constexpr auto powerLimit = "gpu.power.limit";
inline constexpr auto powerPerUtilisation = "gpu.power.per_utilisation";
inline constexpr auto clockSm = "gpu.clock.sm";
inline constexpr auto clockMemory = "gpu.clock.memory";
inline constexpr auto throttleReasons = "gpu.throttle_reasons";
inline constexpr auto throttled = "gpu.throttled";
inline constexpr auto utilisation = "gpu.utilisation";
inline constexpr auto memoryUtilisation = "gpu.memory.utilisation";
inline constexpr auto memoryUsed = "gpu.memory.used";
inline constexpr auto processes = "gpu.processes";
inline constexpr auto memoryTotal = "gpu.memory.total";
inline constexpr auto eccCorrected = "gpu.ecc.corrected";
inline constexpr auto eccUncorrected = "gpu.ecc.uncorrected";
inline constexpr auto eccCorrectedTotal = "gpu.ecc.corrected.total";
inline constexpr auto eccUncorrectedTotal = "gpu.ecc.uncorrected.total";
inline constexpr auto rowsRemapped = "gpu.rows.remapped";
inline constexpr auto rowsPending = "gpu.rows.pending";
inline constexpr auto rowsFailed = "gpu.rows.failed";
inline constexpr auto xid = "gpu.xid";
inline constexpr auto trainStep = "gpu.train.step";
inline constexpr auto trainLoss = "gpu.train.loss";
inline constexpr auto trainGradientNorm = "gpu.train.gradient_norm";
inline constexpr auto nvlinkErrorsTotal = "gpu.nvlink.errors.total";
inline constexpr auto pcieReplaysTotal = "gpu.pcie.replays.total";
inline constexpr auto nvlinkTransmit = "gpu.nvlink.transmit";
inline constexpr auto nvlinkReceive = "gpu.nvlink.receive";
inline constexpr auto nvlinkErrors = "gpu.nvlink.errors";
inline constexpr auto pcieTransmit = "gpu.pcie.transmit";
inline constexpr auto pcieReceive = "gpu.pcie.receive";
inline constexpr auto pcieReplays = "gpu.pcie.replays";
inline constexpr auto pcieLanes = "gpu.pcie.lanes";
inline constexpr auto smActivity = "gpu.sm.activity";
inline constexpr auto tensorActivity = "gpu.tensor.activity";
inline constexpr auto fan = "gpu.fan";
inline constexpr auto thermalResistance = "gpu.thermal.resistance";
inline constexpr auto thermalResistanceError = "gpu.thermal.resistance.error";
inline constexpr auto thermalResistanceDeviation = "gpu.thermal.resistance.deviation";
inline constexpr auto thermalCapacity = "gpu.thermal.capacity";
inline constexpr auto temperatureSteady = "gpu.temperature.steady";
inline constexpr auto thermalTimeToLimit = "gpu.thermal.time_to_limit";
inline constexpr auto temperatureDeviation = "gpu.temperature.deviation";
inline constexpr auto temperatureChange = "gpu.temperature.change";
inline constexpr auto collectiveBandwidth = "gpu.collective.bandwidth";
inline constexpr auto collectiveEfficiency = "gpu.collective.efficiency";
inline constexpr auto syncBlame = "gpu.sync.blame";
inline constexpr auto syncWaitShare = "gpu.sync.wait_share";
inline constexpr auto syncSlowdown = "gpu.sync.slowdown";
} // namespace gpu

namespace loop {
inline constexpr auto flow = "loop.flow";
inline constexpr auto flowRated = "loop.flow.rated";
inline constexpr auto supplyTemperature = "loop.supply_temperature";
inline constexpr auto returnTemperature = "loop.return_temperature";
inline constexpr auto pumpSpeed = "loop.pump_speed";
inline constexpr auto pumpPower = "loop.pump_power";
inline constexpr auto pressure = "loop.pressure";
inline constexpr auto supplyPressure = "loop.supply_pressure";
inline constexpr auto returnPressure = "loop.return_pressure";
inline constexpr auto primaryFlow = "loop.primary.flow";
inline constexpr auto primarySupplyTemperature = "loop.primary.supply_temperature";
inline constexpr auto primaryReturnTemperature = "loop.primary.return_temperature";
inline constexpr auto primaryPressure = "loop.primary.pressure";
inline constexpr auto dewPoint = "loop.dew_point";
inline constexpr auto dewPointMargin = "loop.dew_point.margin";
inline constexpr auto leak = "loop.leak";
inline constexpr auto power = "loop.power";
inline constexpr auto outdoorTemperature = "loop.outdoor_temperature";
inline constexpr auto supplyAirTemperature = "loop.supply_air_temperature";
inline constexpr auto filterLife = "loop.filter_life";
inline constexpr auto reservoirLevel = "loop.reservoir_level";
inline constexpr auto heat = "loop.heat";
inline constexpr auto capacity = "loop.capacity";
inline constexpr auto electricalPower = "loop.electrical_power";
inline constexpr auto heatCalculated = "loop.heat.calculated";
inline constexpr auto heatBalance = "loop.heat.balance";
inline constexpr auto flowShare = "loop.flow.share";
inline constexpr auto timeToLimit = "loop.time_to_limit";
} // namespace loop

namespace serving {
inline constexpr auto requests = "serving.requests";
inline constexpr auto timeToFirstToken = "serving.time_to_first_token";
inline constexpr auto timePerToken = "serving.time_per_token";
inline constexpr auto utilisation = "serving.utilisation";
inline constexpr auto queue = "serving.queue";
inline constexpr auto imbalance = "serving.imbalance";
inline constexpr auto timeToFirstTokenTail = "serving.time_to_first_token.p99";
inline constexpr auto timePerTokenTail = "serving.time_per_token.p99";
inline constexpr auto requestTime = "serving.request_time";
inline constexpr auto requestTimeTail = "serving.request_time.p99";
inline constexpr auto running = "serving.running";
inline constexpr auto waiting = "serving.waiting";
inline constexpr auto kvCache = "serving.kv_cache";
inline constexpr auto preemptions = "serving.preemptions";
inline constexpr auto promptTokens = "serving.tokens.prompt";
inline constexpr auto generatedTokens = "serving.tokens.generated";
inline constexpr auto transferTime = "serving.transfer.time";
inline constexpr auto transferTimeTail = "serving.transfer.time.p99";
inline constexpr auto transferBytes = "serving.transfer.bytes";
inline constexpr auto transferFailures = "serving.transfer.failures";
inline constexpr auto transferWaiting = "serving.transfer.waiting";
inline constexpr auto firstTokenBurn = "serving.time_to_first_token.burn";
inline constexpr auto perTokenBurn = "serving.time_per_token.burn";
} // namespace serving

namespace job {
inline constexpr auto stepTime = "job.step_time";
inline constexpr auto step = "job.step";
inline constexpr auto goodput = "job.goodput";
inline constexpr auto waitShare = "job.wait_share";
inline constexpr auto checkpointShare = "job.checkpoint_share";
inline constexpr auto restartShare = "job.restart_share";
inline constexpr auto idleShare = "job.idle_share";
inline constexpr auto unknownShare = "job.unknown_share";
inline constexpr auto gpus = "job.gpus";
inline constexpr auto restarts = "job.restarts";
inline constexpr auto checkpointTime = "job.checkpoint.time";
inline constexpr auto checkpointInterval = "job.checkpoint.interval";
inline constexpr auto restoreTime = "job.restore.time";
inline constexpr auto restoreBandwidth = "job.restore.bandwidth";
inline constexpr auto exposedBandwidth = "job.exposed_bandwidth";
inline constexpr auto power = "job.power";
inline constexpr auto coolingPower = "job.power.cooling";
inline constexpr auto stepsTotal = "job.steps_total";
inline constexpr auto loss = "job.loss";
inline constexpr auto gradientNorm = "job.gradient_norm";
inline constexpr auto tokensPerStep = "job.tokens_per_step";
inline constexpr auto samplesPerStep = "job.samples_per_step";
inline constexpr auto flopsPerStep = "job.flops_per_step";
inline constexpr auto peakFlops = "job.peak_flops";
inline constexpr auto tokens = "job.tokens";
inline constexpr auto samples = "job.samples";
inline constexpr auto progress = "job.progress";
inline constexpr auto mfu = "job.mfu";
inline constexpr auto mfuReference = "job.mfu.reference";
inline constexpr auto busBandwidth = "job.bus_bandwidth";
inline constexpr auto traffic = "job.traffic";
inline constexpr auto busBandwidthReference = "job.bus_bandwidth.reference";
inline constexpr auto lengthPlanned = "job.length.planned";
inline constexpr auto lengthProjected = "job.length.projected";
inline constexpr auto allocatedGpus = "job.allocated.gpus";
inline constexpr auto allocatedNodes = "job.allocated.nodes";
inline constexpr auto queueTime = "job.queue_time";
inline constexpr auto requeues = "job.requeues";
inline constexpr auto pending = "job.pending";
} // namespace job

namespace cluster {
inline constexpr auto goodput = "cluster.goodput";
inline constexpr auto gpusReserved = "cluster.gpus.reserved";
inline constexpr auto gpusDelivering = "cluster.gpus.delivering";
inline constexpr auto waitShare = "cluster.wait_share";
inline constexpr auto gpuUtilisation = "cluster.gpu_utilisation";
inline constexpr auto busBandwidth = "cluster.bus_bandwidth";
inline constexpr auto mfu = "cluster.mfu";
inline constexpr auto mfuReference = "cluster.mfu.reference";
inline constexpr auto power = "cluster.power";
inline constexpr auto coolingPower = "cluster.power.cooling";
inline constexpr auto partialPue = "cluster.pue.partial";
inline constexpr auto powerRamp = "cluster.power.ramp";
inline constexpr auto powerSwing = "cluster.power.swing";
inline constexpr auto powerSine = "cluster.power.sine";
inline constexpr auto energy = "cluster.energy";
} // namespace cluster

namespace tenant {
inline constexpr auto gpusAllocated = "tenant.gpus.allocated";
inline constexpr auto gpusWanted = "tenant.gpus.wanted";
inline constexpr auto jobsRunning = "tenant.jobs.running";
inline constexpr auto jobsPending = "tenant.jobs.pending";
} // namespace tenant

namespace scheduler {
inline constexpr auto gpus = "scheduler.gpus";
inline constexpr auto gpusAllocated = "scheduler.gpus.allocated";
inline constexpr auto gpusIdle = "scheduler.gpus.idle";
inline constexpr auto gpusUnavailable = "scheduler.gpus.unavailable";
inline constexpr auto gpusOnIdleNodes = "scheduler.gpus.on_idle_nodes";
inline constexpr auto gpusWanted = "scheduler.gpus.wanted";
inline constexpr auto fragmentation = "scheduler.fragmentation";
inline constexpr auto nodesUnavailable = "scheduler.nodes.unavailable";
inline constexpr auto jobsRunning = "scheduler.jobs.running";
inline constexpr auto jobsPending = "scheduler.jobs.pending";
inline constexpr auto longestWait = "scheduler.longest_wait";
inline constexpr auto answerTime = "scheduler.answer_time";
} // namespace scheduler

namespace agent {
inline constexpr auto cpu = "agent.cpu";
inline constexpr auto memory = "agent.memory";
inline constexpr auto jobEvents = "agent.job_events";
inline constexpr auto jobEventsMalformed = "agent.job_events_malformed";
inline constexpr auto jobEventsRefused = "agent.job_events_refused";
inline constexpr auto readingsRefused = "agent.readings_refused";
inline constexpr auto jobEventsDropped = "agent.job_events_dropped";
inline constexpr auto jobEventsWaiting = "agent.job_events_waiting";
inline constexpr auto ncclProcesses = "agent.nccl_processes";
inline constexpr auto ncclCollectives = "agent.nccl_collectives";
inline constexpr auto ncclLost = "agent.nccl_lost";
inline constexpr auto ncclCost = "agent.nccl_cost";
} // namespace agent

/// Results of `lockstep-agent selftest`, repeated until the next one.
namespace selftest {
inline constexpr auto cpu = "selftest.cpu";
inline constexpr auto memory = "selftest.memory";
inline constexpr auto diskWrite = "selftest.disk.write";
inline constexpr auto diskRead = "selftest.disk.read";
inline constexpr auto network = "selftest.network";
inline constexpr auto peers = "selftest.peers";
inline constexpr auto age = "selftest.age";
inline constexpr auto gpuGemm = "selftest.gpu.gemm";
inline constexpr auto gpuFma = "selftest.gpu.fma";
inline constexpr auto gpuMemory = "selftest.gpu.memory";
inline constexpr auto gpuFromHost = "selftest.gpu.from_host";
inline constexpr auto gpuToHost = "selftest.gpu.to_host";
inline constexpr auto gpuErrors = "selftest.gpu.errors";
} // namespace selftest

namespace networkSwitch {
inline constexpr auto congestionVictims = "switch.congestion.victims";
inline constexpr auto uplinkImbalance = "switch.uplink.imbalance";
inline constexpr auto uplinkUnused = "switch.uplink.unused";
} // namespace networkSwitch

namespace pair {
inline constexpr auto collectiveShortfall = "pair.collective.shortfall";
inline constexpr auto collectiveBandwidth = "pair.collective.bandwidth";
inline constexpr auto collectiveTraffic = "pair.collective.traffic";
} // namespace pair

namespace rack {
inline constexpr auto power = "rack.power";
inline constexpr auto inletTemperature = "rack.inlet_temperature";
inline constexpr auto leak = "rack.leak";
inline constexpr auto syncBlame = "rack.sync.blame";
} // namespace rack

} // namespace lockstep::metrics
