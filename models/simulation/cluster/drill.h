// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <deque>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::sim {

/// Faults that a drill can inject. Severity is 0 to 1 unless a line says otherwise.
enum class FaultKind : std::uint8_t {
    PumpDegradation, ///< loop: share of pump speed lost
    BlockedColdPlate, ///< gpu (or node): relative increase of the resistance to coolant; may exceed 1
    HotAisleRecirculation, ///< rack (or row): extra share of exhaust that returns
    SlowGpu, ///< gpu: share of compute speed lost at an unchanged reported clock
    RackPowerCap, ///< rack: share of board power removed
    FlappingLink, ///< uplink or NIC: down for a share of each period
    HashPolarisation, ///< rail (or leaf): share of flows that collapse onto a quarter of the uplinks
    CongestedSpine, ///< spine: share of its links' capacity taken
    StorageContention, ///< storage: share of write bandwidth taken
    MemoryErrors, ///< gpu: corrected errors per second, and an uncorrectable error at the end
    NicDown, ///< nic: down
    GpuOffBus, ///< gpu: its telemetry stops, without a log entry
    ClockDrift, ///< node: drift in milliseconds per minute
    NoisyNeighbour, ///< job: share of the shared uplinks taken by another tenant's traffic
    RoutingImbalance, ///< service: share of requests that go to one node of each pool
    RestartLoop, ///< node: its job fails after each restart, and automation restarts it
    MaskedCommunicationFault, ///< nic: share of its bandwidth lost to retransmits, without any error of the link
    IdleAllocation, ///< node, counted among those without work: the scheduler gives it to a job that does nothing
    LinkErrors, ///< uplink: share of its optical margin lost; at 1 it is down
    PowerSwing, ///< all jobs, whose steps begin together: share of the power that they save while they wait
};

[[nodiscard]] std::string_view faultKindName(FaultKind kind); ///< as in drill files: "pump_degradation"
[[nodiscard]] std::optional<FaultKind> faultKindFromName(std::string_view name);

/// The job of an idle allocation.
inline constexpr std::string_view idleJobName = "notebook";
inline constexpr std::string_view idleJobTenant = "vision";

/// Target of a fault, by position, so that a drill runs on any cluster: indices wrap around.
struct FaultTarget
{
    std::optional<std::uint32_t> rack, node, gpu, loop, rail, leaf, spine, job, service;
};

/// One fault over time: absent before its onset, rising during the ramp, full until the end, then gone.
struct DrillFault
{
    FaultKind kind = FaultKind::SlowGpu;
    FaultTarget target;
    double onsetSeconds = 60;
    double rampSeconds = 0;
    double endSeconds = 1e18;
    double severity = 0.5;
    double periodSeconds = 20; ///< of intermittent faults

    /// Severity at a time since the start of the run, ramp included; 0 outside.
    [[nodiscard]] double levelAt(double seconds) const;
};

/// An observable effect of a fault: ground truth for people and tests.
struct Consequence
{
    double afterSeconds = 0; ///< since the fault's onset
    std::string metric; ///< name in the catalogue, or "step" for the job's step time; may be empty
    std::string effect; ///< one sentence
};

/// A script of faults with ground truth. May contain no fault.
struct Drill
{
    std::string name = "quiet day";
    std::string summary;
    double durationSeconds = 600; ///< duration of the drill; the simulation itself continues
    std::vector<DrillFault> faults;
    std::string cause; ///< the root cause in one sentence; empty without a fault
    std::vector<Consequence> consequences;
};

/// A fault of the running drill, with its target resolved to entities of the cluster.
struct TrueFault
{
    FaultKind kind;
    TimePoint onset;
    TimePoint end; ///< TimePoint::max(): no end
    double severity = 0;
    std::vector<std::string> entities; ///< paths as in the topology: "node-0017/gpu3", "r0-leaf02"
};

/// Why a step took longer than compute and transfers at full speed.
enum class StepCause : std::uint8_t { None, SlowRank, SlowLink, StalledLink, Storage, Hiccup, Hang };

/// Ground truth of one step of a job.
struct StepTruth
{
    std::uint32_t job = 0;
    std::uint32_t step = 0;
    double startSeconds = 0; ///< since the start of the run
    double seconds = 0; ///< to the last rank's end
    double idealSeconds = 0; ///< with every rank at the median speed and every edge at the median bandwidth
    StepCause cause = StepCause::None;
    std::uint32_t culpritRank = 0; ///< meaningful unless cause is None or Storage
    std::uint32_t culpritNode = 0;
    std::uint32_t culpritGpu = 0; ///< slot in its node
};

/// A random hardware or software failure at the published rates.
struct TrueFailure
{
    TimePoint time;
    std::string component; ///< as in the table: "Faulty GPU"
    std::string entity;
    bool isRecoverable = false; ///< the job restarts in place
    double lostSeconds = 0; ///< progress of the job since its last checkpoint
};

/// Ground truth for people and tests. Never sent.
struct GroundTruth
{
    std::string drill;
    std::string cause;
    std::vector<TrueFault> faults;
    std::vector<Consequence> consequences;
    std::deque<StepTruth> steps; ///< the last few thousand
    std::vector<TrueFailure> failures;
};

} // namespace lockstep::sim
