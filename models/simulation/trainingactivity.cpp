// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/trainingjob.h"

#include <algorithm>
#include <cmath>

namespace lockstep::sim {

namespace {

constexpr float memoryInUse = 0.84F;
constexpr float spinShare = 1.0F; // a rank that waits in a collective keeps its kernel spinning

/// Length of the part of [a, b) within [from, to).
float overlap(float a, float b, float from, float to)
{
    return std::max(0.0F, std::min(b, to) - std::max(a, from));
}

} // namespace

/// Adds up, rank by rank, how the phases that overlap this tick spend it: shares of compute and communication, bytes
/// over NVLink, over the NIC in the part of a ring collective in which data moves, and to storage.
void TrainingJob::spendTick(double from, double to)
{
    const auto length = static_cast<float>(to - from);
    const float ringShare = static_cast<float>(m_grid.data - 1) / static_cast<float>(m_grid.data);
    const float tensorShare = static_cast<float>(m_grid.tensor - 1) / static_cast<float>(m_grid.tensor);
    const auto nicLine = static_cast<float>(m_surroundings.fabric.nicGBps() * 1e9);
    double ringBytes = 0, ringSeconds = 0, stageBytes = 0, stageSeconds = 0;

    for (const PlannedStep& step : m_planned) {
        const auto begin = static_cast<float>(from - step.base);
        const auto end = static_cast<float>(to - step.base);
        for (std::uint32_t rank = 0; rank < m_grid.count(); ++rank) {
            if (rank == step.deadRank && begin >= step.deadAt)
                continue;
            GpuActivity& activity = m_surroundings.gpus.activity[gpuOf(rank)];
            activity.intensity = static_cast<float>(m_spec.intensity);
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
                    activity.compute += inTick / length;
                    if (kind != Phase::Optimizer && m_stages[rank].source != Flow::inside) {
                        const float bytes
                            = static_cast<float>(m_work.activationBytes) * inTick / (phaseEnd - phaseStart);
                        stageBytes += bytes;
                        stageSeconds += inTick;
                        m_surroundings.fabric.offerNic(m_stages[rank].source, m_stages[rank].destination, bytes,
                                                       bytes / inTick / nicLine);
                    }
                    continue;
                }
                if (kind == Phase::Checkpoint) {
                    m_surroundings.storageBytes[m_nodes[rank / m_surroundings.gpusPerNode]]
                        += m_work.checkpointBytes * inTick / (phaseEnd - phaseStart);
                    activity.pcieBytes += static_cast<float>(m_work.checkpointBytes) * inTick / (phaseEnd - phaseStart);
                    continue;
                }
                activity.communication += spinShare * inTick / length;
                const float transfer = step.plan.transfer(phase, rank);
                if (!(transfer > 0) || !std::isfinite(phaseEnd))
                    continue;
                const float moving = overlap(std::max(phaseStart, phaseEnd - transfer), phaseEnd, begin, end);
                const float moved = moving / transfer;
                if (kind == Phase::ReduceGradients || kind == Phase::GatherParameters) {
                    const double whole = kind == Phase::ReduceGradients ? m_work.gradientBytes : m_work.parameterBytes;
                    const auto bytes = static_cast<float>(whole) * ringShare * moved;
                    if (m_ring[rank].source == Flow::inside) {
                        activity.nvlinkBytes += bytes;
                        continue;
                    }
                    ringBytes += bytes;
                    ringSeconds += moving;
                    if (moving > 0)
                        m_surroundings.fabric.offerNic(m_ring[rank].source, m_ring[rank].destination, bytes,
                                                       bytes / moving / nicLine);
                } else if (kind != Phase::GradientNorm && kind != Phase::ReceiveActivation
                           && kind != Phase::ReceiveGradient) {
                    activity.nvlinkBytes += static_cast<float>(m_work.tensorBytes) * tensorShare * moved;
                }
            }
        }
    }
    const double ranks = m_grid.count();
    m_surroundings.fabric.offer(m_ringFlows, ringBytes / ranks, ringSeconds / ranks / length);
    const double stageRate = stageSeconds > 0 ? stageBytes / stageSeconds / nicLine : 0;
    m_surroundings.fabric.offer(m_stageFlows, stageBytes / ranks, stageSeconds / ranks / length, stageRate);
}

} // namespace lockstep::sim
