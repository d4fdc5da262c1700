// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/cluster/jobspec.h"

#include <algorithm>
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
    const double rate = gpu.peakTflops * 1e12 * job.kernelEfficiency; // FLOPs a second and rank

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

} // namespace lockstep::sim
