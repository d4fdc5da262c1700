// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"
#include "models/simulation/cluster/jobspec.h"
#include "models/simulation/physics/coolantloop.h"
#include "models/simulation/physics/gpumodel.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::sim {

struct RackSpec
{
    std::string name;
    std::string row;
    std::uint32_t positionInRow = 0;
    std::string loop; ///< cooling loop that serves it; empty: air cooling only
};

struct NodeSpec
{
    std::string name;
    std::uint32_t rack = 0; ///< index into ClusterSpec::racks
    std::uint32_t bottomUnit = 1;
    std::uint32_t heightUnits = 1;
};

enum class Routing : std::uint8_t { Adaptive, EqualCostHash };

/// A two-level fat tree per rail: NIC r of each node goes to a leaf of rail r, each leaf has one link to each spine of
/// its rail.
struct FabricSpec
{
    std::uint32_t nicsPerNode = 0; ///< one rail each; 0: as many as GPUs
    std::uint32_t nodesPerLeaf = 16;
    std::uint32_t spinesPerRail = 16;
    double nicGBps = 50; ///< per NIC, one way
    double uplinkGBps = 50; ///< per leaf-spine link, one way
    double efficiency = 0.94; ///< of line rate that a collective can reach (46 to 48 of 50 GB/s on NDR, nccl-tests)
    Routing routing = Routing::Adaptive;
    bool reportsSpinePorts = true; ///< false: only leaf uplinks, whose counters mirror the spines'
};

struct AirSpec
{
    double supplyCelsius = 22; ///< inside ASHRAE's recommended 18 to 27
    double nodeFlowM3ps = 0.42; ///< at full fan speed
    double liquidCaptureRatio = 0.85; ///< share of a node's heat that goes to its rack's loop, if there is one
};

struct HostSpec
{
    double idleWatts = 900; ///< node without its GPUs: CPUs, memory, NICs, NVSwitch, fans
    double busyWatts = 1900;
    std::uint32_t cpuCount = 224;
    double memoryGib = 2048;
};

/// A shared file system for checkpoints.
struct StorageSpec
{
    double writeGBps = 500; ///< whole system
    double nodeGBps = 20; ///< of each node's storage port
};

struct FailureSpec
{
    bool isOn = false;
    double acceleration = 1; ///< 1: the published rates
    double restartSeconds = 90;
    double collectiveTimeoutSeconds = 60; ///< after which a hung job is aborted
    double repairSeconds = 1800; ///< until a failed node is a spare again
};

/// A scheduler beside the jobs and services. They run with or without it.
struct SchedulerSpec
{
    struct Waiting
    {
        std::string name;
        std::string tenant;
        std::uint32_t gpus = 0; ///< requested
        double waitedSeconds = 0; ///< at the start of the run
    };
    struct Drained
    {
        std::uint32_t node = 0;
        std::string reason;
    };

    bool isOn = false;
    std::vector<Waiting> queue;
    std::vector<Drained> drained; ///< nothing runs on them
};

/// A cluster to simulate: plain data, complete in itself.
struct ClusterSpec
{
    std::string name = "simulated";
    std::vector<RackSpec> racks;
    std::vector<NodeSpec> nodes;
    std::vector<LoopSpec> loops;
    std::uint32_t gpusPerNode = 8;
    GpuModel gpu;
    HostSpec host;
    AirSpec air;
    FabricSpec fabric;
    StorageSpec storage;
    FailureSpec failures;
    SchedulerSpec scheduler;
    std::vector<JobSpec> jobs; ///< empty: one training job on all nodes except a few spares
    std::vector<ServingSpec> serving;

    /// Nodes that are not drained. Of a completed spec, jobs and services begin on the first nodesInUse() of them.
    [[nodiscard]] std::vector<std::uint32_t> usableNodes() const;
    [[nodiscard]] std::uint32_t nodesInUse() const;
    [[nodiscard]] std::uint32_t gpuCount() const { return static_cast<std::uint32_t>(nodes.size()) * gpusPerNode; }
};

/// Rows of racks with equal nodes, for tests and for `--nodes N` without a cluster file.
[[nodiscard]] ClusterSpec makeCluster(std::uint32_t nodes, std::uint32_t gpusPerNode, const GpuModel& gpu);

/// Fills in unset values (jobs, leaf and spine counts), or reports why the spec is invalid.
[[nodiscard]] Result<ClusterSpec> completed(ClusterSpec spec);

} // namespace lockstep::sim
