// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

/// The codes of all events that the program raises; see Event::code. Producers and consumers use these constants.
namespace lockstep::codes {

inline constexpr auto agentClockStepped = "agent.clock_stepped";
inline constexpr auto agentCollectorBack = "agent.collector_back";
inline constexpr auto agentCollectorHangs = "agent.collector_hangs";
inline constexpr auto agentEventsDropped = "agent.events_dropped";
inline constexpr auto agentFastSamplingSlowed = "agent.fast_sampling_slowed";
inline constexpr auto agentImplausibleValue = "agent.implausible_value";
inline constexpr auto agentJobEventMalformed = "agent.job_event_malformed";
inline constexpr auto agentJobEventRefused = "agent.job_event_refused";
inline constexpr auto agentJobEventsDropped = "agent.job_events_dropped";
inline constexpr auto agentJobReported = "agent.job_reported";
inline constexpr auto agentNameConflict = "agent.name_conflict";
inline constexpr auto agentNamesFull = "agent.names_full";
inline constexpr auto agentRefused = "agent.refused";
inline constexpr auto agentReportRefused = "agent.report_refused";
inline constexpr auto agentSelfTest = "agent.selftest";
inline constexpr auto agentSpansLeftOut = "agent.spans_left_out";
inline constexpr auto agentTargetSilent = "agent.target_silent";
inline constexpr auto alertAcknowledged = "alert.acknowledged";
inline constexpr auto alertShelved = "alert.shelved";
inline constexpr auto baselineDropped = "baseline.dropped";
inline constexpr auto clockDrift = "clock.drift";
inline constexpr auto clockSet = "clock.set";
inline constexpr auto clockUncertain = "clock.uncertain";
inline constexpr auto eventsLeftOut = "events.left_out";
inline constexpr auto fabricCongestion = "fabric.congestion";
inline constexpr auto fabricFlapping = "fabric.flapping";
inline constexpr auto fabricPolarisation = "fabric.polarisation";
inline constexpr auto facilityLeak = "facility.leak";
inline constexpr auto facilityPart = "facility.part";
inline constexpr auto gpuBack = "gpu.back";
inline constexpr auto gpuClock = "gpu.clock";
inline constexpr auto gpuCooling = "gpu.cooling";
inline constexpr auto gpuDiverging = "gpu.diverging";
inline constexpr auto gpuEcc = "gpu.ecc";
inline constexpr auto gpuLost = "gpu.lost";
inline constexpr auto gpuSilent = "gpu.silent";
inline constexpr auto gpuXid = "gpu.xid";
inline constexpr auto jobBelowReference = "job.below_reference";
inline constexpr auto jobCheckpoint = "job.checkpoint";
inline constexpr auto jobIdleAllocation = "job.idle_allocation";
inline constexpr auto jobLate = "job.late";
inline constexpr auto jobRestarts = "job.restarts";
inline constexpr auto jobShort = "job.short";
inline constexpr auto jobStepTime = "job.step_time";
inline constexpr auto jobTraffic = "job.traffic";
inline constexpr auto jobWaits = "job.waits";
inline constexpr auto lifetimeCount = "lifetime.count";
inline constexpr auto loopBalance = "loop.balance";
inline constexpr auto loopDeviation = "loop.deviation";
inline constexpr auto loopFlow = "loop.flow";
inline constexpr auto loopForecast = "loop.forecast";
inline constexpr auto loopSupply = "loop.supply";
inline constexpr auto metricLimit = "metric.limit";
inline constexpr auto ncclFlightRecorder = "nccl.flight_recorder";
inline constexpr auto ncclPeerDead = "nccl.peer_dead";
inline constexpr auto ncclRankBehind = "nccl.rank_behind";
inline constexpr auto ncclRankMissing = "nccl.rank_missing";
inline constexpr auto nodeBack = "node.back";
inline constexpr auto nodeCpuClock = "node.cpu_clock";
inline constexpr auto nodeHeat = "node.heat";
inline constexpr auto nodeLost = "node.lost";
inline constexpr auto nodeUnlike = "node.unlike";
inline constexpr auto portDegrading = "port.degrading";
inline constexpr auto portDown = "port.down";
inline constexpr auto portErrors = "port.errors";
inline constexpr auto portMicroburst = "port.microburst";
inline constexpr auto portRetries = "port.retries";
inline constexpr auto portUp = "port.up";
inline constexpr auto powerCap = "power.cap";
inline constexpr auto powerSwing = "power.swing";
inline constexpr auto processOutOfMemory = "process.out_of_memory";
inline constexpr auto processStopped = "process.stopped";
inline constexpr auto rackInlet = "rack.inlet";
inline constexpr auto schedulerBack = "scheduler.back";
inline constexpr auto schedulerJobEnded = "scheduler.job_ended";
inline constexpr auto schedulerJobRequeued = "scheduler.job_requeued";
inline constexpr auto schedulerJobStarted = "scheduler.job_started";
inline constexpr auto schedulerNodeBack = "scheduler.node_back";
inline constexpr auto schedulerNodeDrained = "scheduler.node_drained";
inline constexpr auto schedulerReservation = "scheduler.reservation";
inline constexpr auto schedulerSilent = "scheduler.silent";
inline constexpr auto schedulerUnreported = "scheduler.untold";
inline constexpr auto selfTestSlow = "selftest.slow";
inline constexpr auto selfTestWrong = "selftest.wrong";
inline constexpr auto servingImbalance = "serving.imbalance";
inline constexpr auto servingLatency = "serving.latency";
inline constexpr auto servingTransfer = "serving.transfer";
inline constexpr auto sourceEngineLost = "source.engine_lost";
inline constexpr auto sourceRelayLost = "source.relay_lost";
inline constexpr auto sourceThin = "source.thin";
inline constexpr auto storageSlow = "storage.slow";
inline constexpr auto storeAhead = "store.ahead";
inline constexpr auto storeBehind = "store.behind";
inline constexpr auto storeMetricConflict = "store.metric_conflict";
inline constexpr auto storeNamesFull = "store.names_full";
inline constexpr auto storeOverLimit = "store.over_limit";
inline constexpr auto syncHang = "sync.hang";
inline constexpr auto syncHangsUnreported = "sync.hangs_untold";
inline constexpr auto syncJitter = "sync.jitter";
inline constexpr auto syncStraggler = "sync.straggler";
inline constexpr auto targetMissed = "target.missed";

} // namespace lockstep::codes

/// Values of EventFields::variant, which distinguish findings with the same code.
namespace lockstep::variants {

inline constexpr auto links = "links"; ///< sync.straggler: the links of the communicator in its subject
inline constexpr auto checkpoint = "checkpoint"; ///< sync.straggler: writing checkpoints
inline constexpr auto hang = "hang"; ///< sync.hang, nccl.flight_recorder: the job does not progress
inline constexpr auto drops = "drops"; ///< port.microburst: packets are lost
inline constexpr auto ramp = "ramp"; ///< power.swing: changes too fast
inline constexpr auto range = "range"; ///< power.swing: too large within the utility's window
inline constexpr auto band = "band"; ///< power.swing: too large at a frequency
inline constexpr auto restarts = "restarts"; ///< gpu.xid: the job keeps failing and restarting
inline constexpr auto rowsFailed = "rows_failed"; ///< gpu.ecc: memory rows could not be remapped

} // namespace lockstep::variants

namespace lockstep {

/// Kinds of findings, causes before effects. No kind is an effect of a later kind, so the graph of causes is acyclic.
/// Each kind has a row in the causes table.
enum class FindingKind : std::uint8_t {
    PowerCap,
    CoolantLeak,
    LoopFlow,
    LoopSupply,
    LoopFault, ///< a loop deviates from its baseline, or approaches its limit
    RackAir,
    NodeHeat, ///< all GPUs of a node are warmer than before at the same power
    NodeSilent,
    NodeClock,
    ClockNote, ///< a clock is uncertain or was set
    NodeUnlike,
    GpuMemory, ///< ECC, and the XIDs caused by it
    GpuGone,
    GpuFault, ///< another XID that points to hardware
    GpuNumbers, ///< the GPU may compute wrong results
    GpuCooling,
    GpuHot,
    GpuClock,
    CpuClock, ///< the CPU of a node is slower than before at the same load
    LinkFlap,
    PortDown,
    LinkErrors,
    Polarisation,
    JobTraffic,
    Congestion,
    Microburst, ///< a port drops, marks or pauses in bursts, although it is less than half full
    LinkBusy, ///< a port waits for credit, or marks or pauses traffic
    Retries, ///< communication faults that the transport masks
    StorageSlow,
    CheckpointFailed, ///< a checkpoint could not be written or read
    HostLimit, ///< another metric exceeds its limit
    SlowLinks, ///< slow links of a communicator delay its ranks
    SlowRank,
    Application, ///< an XID caused by a program
    Hang,
    JobRestarts,
    Jitter, ///< the duration of a job's collectives varies
    JobSlow,
    ServingImbalance,
    TransferSlow, ///< between the pools of a service
    ServingSlow,
    IdleAllocation, ///< a job holds GPUs and does not use them
    BelowReference, ///< a job computes less than its reference, or ends later than planned
    TargetMissed, ///< of a tenant or the cluster
    PowerSwing, ///< the power of the hall swings beyond limits of the utility
    WornPart, ///< high lifetime error count
    Monitoring, ///< monitoring itself is impaired
};
inline constexpr std::size_t findingKindCount = static_cast<std::size_t>(FindingKind::Monitoring) + 1;

} // namespace lockstep
