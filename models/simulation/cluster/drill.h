// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

/// One fault over time: none before onset, rising during ramp, full until the end, then gone.
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

} // namespace lockstep::sim
