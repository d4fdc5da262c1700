// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/cluster/clusterspec.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace lockstep::sim {

namespace {

constexpr double flopsPerParameterAndToken = 6;
constexpr double defaultComputeSeconds = 4.0; // leaves about 1 s of a 5 s step to communication
constexpr double bytesPerValue = 2;
constexpr double checkpointBytesPerParameter = 14; // weights in 16 bit, master weights and two moments in 32 bit
constexpr double memoryBytesPerSecondForOptimizer = 2.0e12;

} // namespace

StepWork stepWork(const JobSpec& job, std::uint32_t ranks, const GpuModel& gpu)
{
    StepWork work;
    const std::uint32_t modelRanks = job.tensorParallel * job.pipelineParallel;
    work.dataParallel = std::max(1U, ranks / std::max(1U, modelRanks));
    const double rate = gpu.peakTflops * 1e12 * job.kernelEfficiency; // FLOPs per second and rank

    const double batch = static_cast<double>(work.dataParallel) * job.sequenceLength;
    work.tokens = job.tokensPerStep > 0 ? job.tokensPerStep
                                        : batch
            * std::max(1.0,
                       std::round(defaultComputeSeconds * rate * ranks
                                  / (flopsPerParameterAndToken * job.parameters * batch)));
    work.computeSeconds = flopsPerParameterAndToken * job.parameters * work.tokens / (rate * ranks);

    const double microBatches = std::max(1.0, work.tokens / batch);
    work.fillSeconds = work.computeSeconds / 3 / (microBatches * job.interleave);

    const double tokensPerReplica = work.tokens / work.dataParallel;
    const double layersPerRank = static_cast<double>(job.layers) / job.pipelineParallel;
    // Forward: per layer two all-gathers and two reduce-scatters, in two halves; backward the same.
    if (job.tensorParallel > 1)
        work.tensorBytes = 2 * tokensPerReplica / 2 * job.hidden * bytesPerValue * layersPerRank;
    if (job.pipelineParallel > 1)
        work.activationBytes = tokensPerReplica / 2 * job.hidden * bytesPerValue / job.tensorParallel;

    const double parametersPerRank = job.parameters / modelRanks;
    if (work.dataParallel > 1) {
        work.gradientBytes = parametersPerRank * 4 * job.exposedShare; // gradients are reduced in 32 bit
        work.parameterBytes = parametersPerRank * bytesPerValue * job.exposedShare;
    }
    const double optimizerBytes = parametersPerRank / work.dataParallel * checkpointBytesPerParameter * 2;
    work.optimizerSeconds = std::max(0.008, optimizerBytes / memoryBytesPerSecondForOptimizer);
    work.checkpointBytes = job.parameters * checkpointBytesPerParameter / ranks;
    return work;
}

namespace {

constexpr std::uint32_t nodesPerRack = 4; // four 8U machines of 10 kW in a 42U rack
constexpr std::uint32_t racksPerRow = 16;

std::uint32_t spareNodes(std::uint32_t nodes)
{
    return nodes < 8 ? 0 : std::max(1U, nodes / 64);
}

JobSpec largestJob(std::uint32_t nodes, std::uint32_t gpusPerNode)
{
    JobSpec job;
    job.name = "train-a";
    job.tensorParallel = std::bit_floor(std::min(gpusPerNode, 8U));
    job.pipelineParallel = nodes >= 512 ? 8 : nodes >= 16 ? 4 : 1;
    if (nodes >= 512) {
        job.parameters = 405e9;
        job.layers = 126;
        job.hidden = 16384;
    } else if (nodes < 4) {
        job.parameters = 8e9;
        job.layers = 32;
        job.hidden = 4096;
    }
    const std::uint32_t usable = nodes - spareNodes(nodes);
    job.nodes = usable - usable % job.pipelineParallel;
    return job;
}

Status checkJob(const JobSpec& job, const ClusterSpec& spec)
{
    if (job.tensorParallel == 0 || job.pipelineParallel == 0)
        return Error{fmt::format("job {}: parallel sizes must be at least 1", job.name)};
    if (job.tensorParallel > spec.gpusPerNode || spec.gpusPerNode % job.tensorParallel != 0)
        return Error{fmt::format("job {}: tensor_parallel {} must divide the {} GPUs of a node", job.name,
                                 job.tensorParallel, spec.gpusPerNode)};
    const std::uint32_t ranks = job.nodes * spec.gpusPerNode;
    const std::uint32_t modelRanks = job.tensorParallel * job.pipelineParallel;
    if (ranks == 0 || ranks % modelRanks != 0)
        return Error{fmt::format("job {}: {} nodes give {} ranks, expected a multiple of tensor x pipeline = {}",
                                 job.name, job.nodes, ranks, modelRanks)};
    return success();
}

} // namespace

ClusterSpec makeCluster(std::uint32_t nodes, std::uint32_t gpusPerNode, const GpuModel& gpu)
{
    ClusterSpec spec;
    spec.gpu = gpu;
    spec.gpusPerNode = gpusPerNode;
    const std::uint32_t racks = (nodes + nodesPerRack - 1) / nodesPerRack;
    for (std::uint32_t rack = 0; rack < racks; ++rack) {
        const auto row = std::string(1, static_cast<char>('A' + rack / racksPerRow % 26))
            + (rack / racksPerRow >= 26 ? fmt::format("{}", rack / racksPerRow / 26) : "");
        spec.racks.push_back({fmt::format("{}{:02}", row, rack % racksPerRow + 1), row, rack % racksPerRow, {}});
    }
    for (std::uint32_t node = 0; node < nodes; ++node)
        spec.nodes.push_back({fmt::format("node-{:04}", node), node / nodesPerRack, 2 + node % nodesPerRack * 10, 8});
    spec.fabric.nodesPerLeaf = std::clamp(std::bit_ceil(nodes) / 8, 4U, 32U);
    spec.fabric.spinesPerRail = spec.fabric.nodesPerLeaf;
    spec.fabric.reportsSpinePorts = nodes <= 256;
    spec.storage.writeGBps = std::max(40.0, 1.2 * nodes);
    return spec;
}

std::vector<std::uint32_t> ClusterSpec::usableNodes() const
{
    std::vector<std::uint32_t> usable;
    for (std::uint32_t node = 0; node < nodes.size(); ++node) {
        if (std::ranges::find(scheduler.drained, node, &SchedulerSpec::Drained::node) == scheduler.drained.end())
            usable.push_back(node);
    }
    return usable;
}

std::uint32_t ClusterSpec::nodesInUse() const
{
    std::uint32_t used = 0;
    for (const ServingSpec& service : serving)
        used += service.prefillNodes + service.decodeNodes;
    for (const JobSpec& job : jobs)
        used += job.nodes;
    return used;
}

Result<ClusterSpec> completed(ClusterSpec spec)
{
    const auto nodes = static_cast<std::uint32_t>(spec.usableNodes().size());
    if (nodes == 0 || spec.gpusPerNode == 0)
        return Error{fmt::format("cluster {}: expected at least one node with one GPU", spec.name)};
    for (const NodeSpec& node : spec.nodes) {
        if (node.rack >= spec.racks.size())
            return Error{
                fmt::format("node {}: its rack {} is not among the {} racks", node.name, node.rack, spec.racks.size())};
    }
    for (const RackSpec& rack : spec.racks) {
        if (!rack.loop.empty() && std::ranges::find(spec.loops, rack.loop, &LoopSpec::name) == spec.loops.end())
            return Error{fmt::format("rack {}: its loop \"{}\" is not defined", rack.name, rack.loop)};
    }
    if (spec.fabric.nicsPerNode == 0)
        spec.fabric.nicsPerNode = spec.gpusPerNode;
    if (spec.fabric.nodesPerLeaf == 0 || spec.fabric.spinesPerRail == 0)
        return Error{fmt::format("cluster {}: a fat tree needs nodes per leaf and spines per rail", spec.name)};
    std::uint32_t taken = 0;
    for (const ServingSpec& serving : spec.serving)
        taken += serving.prefillNodes + serving.decodeNodes;
    if (taken > nodes)
        return Error{fmt::format("cluster {}: inference services need {} nodes, but the cluster has {}", spec.name,
                                 taken, nodes)};
    if (spec.jobs.empty() && taken < nodes)
        spec.jobs.push_back(largestJob(nodes - taken, spec.gpusPerNode));
    for (JobSpec& job : spec.jobs) {
        if (job.nodes == 0) {
            const std::uint32_t left = nodes - std::min(nodes, taken + spareNodes(nodes));
            job.nodes = left - left % std::max(1U, job.pipelineParallel);
        }
        taken += job.nodes;
        if (const Status checked = checkJob(job, spec); !checked.isOk())
            return checked.error();
    }
    if (taken > nodes)
        return Error{fmt::format("cluster {}: jobs and services need {} nodes, but the cluster has {}", spec.name,
                                 taken, nodes)};
    return spec;
}

} // namespace lockstep::sim
