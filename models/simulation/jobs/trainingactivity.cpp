// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/jobs/trainingjob.h"

#include <algorithm>
#include <cmath>

namespace lockstep::sim {

namespace {

constexpr float memoryInUse = 0.84F;

/// Length of the part of [a, b) within [from, to).
float overlap(float a, float b, float from, float to)
{
    return std::max(0.0F, std::min(b, to) - std::max(a, from));
}

} // namespace

/// What one job's ranks do within one tick: shares of compute and communication, bytes over NVLink, NICs and to
/// storage. Times are seconds in the plan's own count.
struct TrainingJob::TickMeter
{
    TrainingJob& job;
    float length; ///< of the tick
    float ringShare; ///< of a buffer that each member of a ring sends: (n - 1) / n
    float tensorShare;
    float nicLine; ///< bytes a second
    double ringBytes = 0;
    double ringSeconds = 0;
    double stageBytes = 0;
    double stageSeconds = 0;

    TickMeter(TrainingJob& owner, double seconds)
        : job(owner),
          length(static_cast<float>(seconds)),
          ringShare(1 - 1 / static_cast<float>(owner.m_grid.data)),
          tensorShare(1 - 1 / static_cast<float>(owner.m_grid.tensor)),
          nicLine(static_cast<float>(owner.m_surroundings.fabric.nicGBps() * 1e9))
    { }

    void addRank(const PlannedStep& step, std::uint32_t rank, float begin, float end);
    void addCompute(GpuActivity& activity, std::uint32_t rank, Phase kind, float inTick, float whole);
    void addCheckpoint(GpuActivity& activity, std::uint32_t rank, float share);
    void addTransfer(GpuActivity& activity, std::uint32_t rank, Phase kind, float moving, float transfer);
    void offerFlows();
};

void TrainingJob::TickMeter::addRank(const PlannedStep& step, std::uint32_t rank, float begin, float end)
{
    GpuActivity& activity = job.m_surroundings.gpus.activity[job.gpuOf(rank)];
    activity.intensity = static_cast<float>(job.m_spec.intensity);
    activity.memoryShare = memoryInUse;
    for (std::size_t phase = step.cursor[rank]; phase < stepPhases.size(); ++phase) {
        const float phaseStart = step.plan.start(phase, rank);
        if (phaseStart >= end)
            break;
        const float phaseEnd = step.plan.end(phase, rank);
        const float inTick = overlap(phaseStart, phaseEnd, begin, end);
        if (inTick <= 0)
            continue;
        const Phase kind = stepPhases[phase];
        if (kind == Phase::Forward || kind == Phase::Backward || kind == Phase::Optimizer) {
            addCompute(activity, rank, kind, inTick, phaseEnd - phaseStart);
            continue;
        }
        if (kind == Phase::Checkpoint) {
            addCheckpoint(activity, rank, inTick / (phaseEnd - phaseStart));
            continue;
        }
        activity.communication += inTick / length; // a rank that waits in a collective keeps its kernel spinning
        const float transfer = step.plan.transfer(phase, rank);
        if (transfer > 0 && std::isfinite(phaseEnd))
            addTransfer(activity, rank, kind, overlap(std::max(phaseStart, phaseEnd - transfer), phaseEnd, begin, end),
                        transfer);
    }
}

// Activations stream to the next stage while the forward pass computes, gradients to the one before in the backward
// pass.
void TrainingJob::TickMeter::addCompute(GpuActivity& activity, std::uint32_t rank, Phase kind, float inTick,
                                        float whole)
{
    activity.compute += inTick / length;
    const std::uint32_t stride = job.m_grid.tensor * job.m_grid.data;
    Flow edge;
    if (kind == Phase::Forward)
        edge = job.m_stages[rank];
    else if (kind == Phase::Backward && rank >= stride)
        edge = {job.m_stages[rank - stride].destination, job.m_stages[rank - stride].source};
    if (edge.source == Flow::inside)
        return;
    const float bytes = static_cast<float>(job.m_work.activationBytes) * inTick / whole;
    stageBytes += bytes;
    stageSeconds += inTick;
    job.m_surroundings.fabric.offerNic(edge.source, edge.destination, bytes, bytes / inTick / nicLine);
}

void TrainingJob::TickMeter::addCheckpoint(GpuActivity& activity, std::uint32_t rank, float share)
{
    const double bytes = job.m_work.checkpointBytes * share;
    job.m_surroundings.storageBytes[job.m_nodes[rank / job.m_surroundings.gpusPerNode]] += bytes;
    activity.pcieBytes += static_cast<float>(bytes);
}

void TrainingJob::TickMeter::addTransfer(GpuActivity& activity, std::uint32_t rank, Phase kind, float moving,
                                         float transfer)
{
    if (moving <= 0 || kind == Phase::GradientNorm || kind == Phase::ReceiveActivation
        || kind == Phase::ReceiveGradient)
        return; // too few bytes to count, or counted by the sender
    const float moved = moving / transfer;
    if (kind != Phase::ReduceGradients && kind != Phase::GatherParameters) {
        activity.nvlinkBytes += static_cast<float>(job.m_work.tensorBytes) * tensorShare * moved;
        return;
    }
    const double whole = kind == Phase::ReduceGradients ? job.m_work.gradientBytes : job.m_work.parameterBytes;
    const float bytes = static_cast<float>(whole) * ringShare * moved;
    const Flow& edge = job.m_ring[rank];
    if (edge.source == Flow::inside) {
        activity.nvlinkBytes += bytes;
        return;
    }
    ringBytes += bytes;
    ringSeconds += moving;
    job.m_surroundings.fabric.offerNic(edge.source, edge.destination, bytes, bytes / moving / nicLine);
}

void TrainingJob::TickMeter::offerFlows()
{
    const double ranks = job.m_grid.count();
    Fabric& fabric = job.m_surroundings.fabric;
    fabric.offer(job.m_ringFlows, ringBytes / ranks, ringSeconds / ranks / length);
    const double demand = stageSeconds > 0 ? stageBytes / stageSeconds / nicLine : 0;
    fabric.offer(job.m_stageFlows, stageBytes / ranks, stageSeconds / ranks / length, demand);
}

void TrainingJob::spendTick(double from, double to)
{
    TickMeter meter(*this, to - from);
    for (const PlannedStep& step : m_planned) {
        const auto begin = static_cast<float>(from - step.base);
        const auto end = static_cast<float>(to - step.base);
        for (std::uint32_t rank = 0; rank < m_grid.count(); ++rank) {
            if (rank != step.deadRank || begin < step.deadAt)
                meter.addRank(step, rank, begin, end);
        }
    }
    meter.offerFlows();
}

} // namespace lockstep::sim
