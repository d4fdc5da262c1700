// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"
#include "models/simulation/physics/coolantloop.h"
#include "models/simulation/physics/gpumodel.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::sim {

enum class Placement : std::uint8_t {
    Packed, ///< consecutive nodes
    Scattered, ///< ring neighbours under different leaves, as on a busy cluster
};

/// A tenant's training job: a transformer trained in bulk-synchronous steps.
struct JobSpec
{
    std::string name = "train";
    std::string tenant = "research"; ///< according to the scheduler
    std::uint32_t nodes = 0; ///< 0: all remaining nodes except spares
    std::uint32_t tensorParallel = 8; ///< at most the GPUs of a node
    std::uint32_t pipelineParallel = 1;
    double parameters = 70e9;
    std::uint32_t layers = 80;
    std::uint32_t hidden = 8192;
    double tokensPerStep = 0; ///< 0: number that gives a step of about 5 s
    std::uint32_t sequenceLength = 8192;
    double kernelEfficiency = 0.55; ///< of peak FLOPs while computing
    std::uint32_t interleave = 8; ///< virtual pipeline stages per rank: divides the bubble
    double exposedShare = 0.4; ///< of data-parallel traffic that does not overlap with computation
    std::uint32_t checkpointEverySteps = 60;
    std::uint32_t stepsTotal = 0; ///< number that the job reports; 0: none
    double intensity = 1.0; ///< power drawn by its kernels relative to dense training
    double startSeconds = 0;
    Placement placement = Placement::Scattered;
};

/// An inference service over two pools of nodes: prefill computes the prompt; its KV cache is sent over the fabric to a
/// decode node, which generates the tokens.
struct ServingSpec
{
    std::string name = "chat";
    std::string tenant = "serving"; ///< according to the scheduler
    std::uint32_t prefillNodes = 2;
    std::uint32_t decodeNodes = 4;
    double requestsPerSecond = 0; ///< 0: 70 % of the pools' capacity
    double promptTokens = 2000; ///< mean
    double answerTokens = 300; ///< mean
    double prefillTokensPerSecond = 40000; ///< per node at the full clock
    double decodeTokensPerSecond = 9000; ///< per node, whole batch
    double activationBytesPerToken = 320e3; ///< KV cache of a 70 B model with grouped queries, 16 bit
};

/// Resources that a job needs per step and rank, from the transformer's size:
/// - 6 FLOPs per parameter and token (Kaplan et al., arXiv 2001.08361), a third forward, two thirds backward;
/// - tensor parallelism with sequence parallelism: two all-gathers and two reduce-scatters of tokens x hidden per
///   layer in each direction (Korthikanti et al., arXiv 2205.05198);
/// - the pipeline's bubble is (p - 1) / (m v) of the compute (Narayanan et al., SC 2021);
/// - a reduce-scatter and an all-gather of the rank's parameters over data parallelism (ZeRO-1, Rajbhandari et al.).
struct StepWork
{
    std::uint32_t dataParallel = 1;
    double tokens = 0; ///< whole job
    double computeSeconds = 0; ///< forward and backward at the full clock
    double fillSeconds = 0; ///< delay until each pipeline stage can start, per direction
    double tensorBytes = 0; ///< per all-gather or reduce-scatter of a half pass: eight of them in a step
    double activationBytes = 0; ///< to the next stage, per half pass
    double gradientBytes = 0; ///< exposed part of the reduce-scatter
    double parameterBytes = 0; ///< exposed part of the all-gather
    double optimizerSeconds = 0;
    double checkpointBytes = 0;
};

[[nodiscard]] StepWork stepWork(const JobSpec& job, std::uint32_t ranks, const GpuModel& gpu);

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
