// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/simulation/physics/gpumodel.h"

#include <cstdint>
#include <string>

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
    std::uint32_t nodes = 0; ///< 0: all that are left except the spares
    std::uint32_t tensorParallel = 8; ///< at most the GPUs of a node
    std::uint32_t pipelineParallel = 1;
    double parameters = 70e9;
    std::uint32_t layers = 80;
    std::uint32_t hidden = 8192;
    double tokensPerStep = 0; ///< 0: as many as give a step of about 5 s
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

} // namespace lockstep::sim
